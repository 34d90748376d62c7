import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test('L23: a Turkish title is found however its letters are typed', () => {
  const title = fold('İstanbul ISPARTA Iğdır')
  for (const typed of ['ısparta', 'IGDIR', 'istanbul', 'İSTANBUL', 'iğdır', 'ISPARTA', 'ığdır'])
    expect(title).toContain(fold(typed))
})
