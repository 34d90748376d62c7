import { describe, expect, it } from 'vitest'
import { clampColumn, columnWidthForKey } from './column-resize.ts'

const cell = { getBoundingClientRect: () => ({ width: 100.4 }) } as HTMLElement
const key = (name: string, held: Partial<Record<'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) => ({
  key: name,
  altKey: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
})

describe('a column by key', () => {
  it('is wider with Alt+Right, narrower with Alt+Left, in long steps with Shift, and never below its least', () => {
    expect(columnWidthForKey(key('ArrowRight', { altKey: true }), cell)).toBe(108)
    expect(columnWidthForKey(key('ArrowLeft', { altKey: true }), cell)).toBe(92)
    expect(columnWidthForKey(key('ArrowRight', { altKey: true, shiftKey: true }), cell)).toBe(148)
    expect(columnWidthForKey(key('ArrowLeft', { altKey: true, shiftKey: true }), cell, 60)).toBe(60)
  })

  it('leaves other keys alone', () => {
    expect(columnWidthForKey(key('ArrowRight'), cell)).toBeNull()
    expect(columnWidthForKey(key('Home', { altKey: true }), cell)).toBeNull()
    expect(columnWidthForKey(key('ArrowUp', { altKey: true }), cell)).toBeNull()
    expect(columnWidthForKey(key('ArrowRight', { altKey: true, ctrlKey: true }), cell)).toBeNull()
  })
})

it('keeps a dragged column between its least and its most, in whole px', () => {
  expect(clampColumn(-20)).toBe(48)
  expect(clampColumn(30, 28)).toBe(30)
  expect(clampColumn(240.6)).toBe(241)
  expect(clampColumn(9_000)).toBe(1_200)
})
