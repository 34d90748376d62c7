import { beforeEach, describe, expect, test } from 'vitest'
import { closeToast, tellToast, useToasts } from './toast-store.ts'

const toasts = () => useToasts.getState().toasts

describe('toasts', () => {
  beforeEach(() => useToasts.setState({ toasts: [] }))

  test('each stands for itself, in the order told, and goes by itself', () => {
    tellToast({ message: 'One.', next: '' })
    tellToast({ message: 'Two.', next: '' })
    expect(toasts().map(({ message }) => message)).toEqual(['One.', 'Two.'])
    expect(new Set(toasts().map(({ id }) => id)).size).toBe(2)
    expect(toasts().every(({ closesAfterMs }) => closesAfterMs !== null)).toBe(true)
  })

  test('the same id is told once, and told again after it was closed', () => {
    tellToast({ id: 'a', message: 'One.', next: '' })
    tellToast({ id: 'a', message: 'One.', next: '' })
    expect(toasts()).toHaveLength(1)
    closeToast('a')
    expect(toasts()).toEqual([])
    tellToast({ id: 'a', message: 'One.', next: '' })
    expect(toasts()).toHaveLength(1)
  })

  test('closing is told once', () => {
    let closed = 0
    tellToast({ id: 'a', message: 'One.', next: '', closesAfterMs: null, onClose: () => closed++ })
    closeToast('a')
    closeToast('a')
    expect(closed).toBe(1)
  })
})
