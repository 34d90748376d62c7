import { expect, test } from 'vitest'
import { freeBytes, ownBytes } from './own-bytes.ts'

test('copies bytes of the memory at any depth and leaves other bytes alone', () => {
  const memory = Buffer.alloc(8, 1)
  const other = Buffer.alloc(4, 2)
  const data = {
    list: [memory.subarray(0, 2), other],
    map: new Map([[1, memory.subarray(2, 5)]]),
    name: 'x',
    none: null,
  }
  ownBytes(data, memory.buffer)
  expect(data.list[1]).toBe(other)
  freeBytes(memory)
  expect(memory.length).toBe(0)
  expect(data.list[0]).toEqual(Buffer.from([1, 1]))
  expect(data.map.get(1)).toEqual(Buffer.from([1, 1, 1]))
})

test('frees only bytes with memory of their own', () => {
  const whole = Buffer.alloc(8, 1)
  freeBytes(whole.subarray(0, 4))
  expect(whole.length).toBe(8)
})
