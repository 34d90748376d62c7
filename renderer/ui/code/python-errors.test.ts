import { describe, expect, it } from 'vitest'
import { firstErrorLine } from './python-errors.ts'

describe('first syntax error', () => {
  it.each([
    ['def run(page):\n    return True\n', null],
    ['async def run(page):\n    match page.url:\n        case "a":\n            pass\n', null],
    ['def run(page):\n    x = [i async for i in page]\n    return f"{x!r:>{10}}"\n', null],
    ['def run(page)\n    return True\n', 1],
    ['def run(page):\n    page.fill("#user"\n\n    return True\n', 2],
    ['def run(page):\r\n    x = 1\r\n    return )\r\n', 3],
    ['', null],
  ])('%j → %s', (text, line) => {
    const found = firstErrorLine(text)
    if (line === null) expect(found).toBeNull()
    else expect(found).toBeGreaterThanOrEqual(line)
  })
})
