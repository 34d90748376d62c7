import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printJson, printJsonLine } from '../../../electron/contract/json/json-print.ts'
import {
  childrenOf,
  type JsonTree,
  keyOf,
  kindOf,
  scanJson,
  sourceOf,
  textOf,
} from '../../../electron/contract/json/json-scan.ts'
import { changesBetween } from './changes.ts'
import { findIn, nextFound, piecesOf } from './find.ts'
import { closeAll, openAll, openAround, openAtFirst, pathOf, rowOf, setOpen, setWithin, visibleRows } from './tree.ts'

const scan = (text: string): JsonTree => {
  const tree = scanJson(text)
  if (!tree) throw new Error(`not read: ${text}`)
  return tree
}
const found = (text: string, words: string) => [...findIn(scan(text), words)]

/** Builds the value again from the nodes, as `JSON.parse` would. */
const valueFrom = (tree: JsonTree, node: number): unknown => {
  const kind = kindOf(tree, node)
  if (kind === 'array') return childrenOf(tree, node).map((child) => valueFrom(tree, child))
  if (kind !== 'object') return JSON.parse(sourceOf(tree, node))
  const value: Record<string, unknown> = {}
  for (const child of childrenOf(tree, node)) {
    const key = keyOf(tree, child) ?? ''
    Object.defineProperty(value, key, {
      value: valueFrom(tree, child),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return value
}

describe('scanJson', () => {
  it('reads what JSON.parse reads, whatever stands in strings, with any blanks', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t\r\n'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(valueFrom(scan(text), 0)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('reads nothing that is no JSON', () => {
    for (const text of ['', ' ', '{', '{"a":}', '[1,]', 'NaN', "{'a':1}", '1 2', '"a'])
      expect(scanJson(text)).toBe(null)
  })

  it('E04: keeps keys that occur twice, the order of keys, __proto__ and every digit', () => {
    const tree = scan('{"b":1,"b":2,"10":0,"2":12345678901234567890.50,"__proto__":{"x":-0},"e":1E400}')
    expect(childrenOf(tree, 0).map((node) => [keyOf(tree, node), sourceOf(tree, node)])).toEqual([
      ['b', '1'],
      ['b', '2'],
      ['10', '0'],
      ['2', '12345678901234567890.50'],
      ['__proto__', '{"x":-0}'],
      ['e', '1E400'],
    ])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('knows quotes and backslashes in strings', () => {
    for (const value of ['"', '\\', '\\"', 'a\\\\"b', '\\\\', '{"a":[1]}', '\u2028\u0000\ud800']) {
      const tree = scan(JSON.stringify([value, { [value]: 1 }]))
      expect(textOf(tree, 1)).toBe(value)
      expect(keyOf(tree, 3)).toBe(value)
      expect(tree.count).toBe(4)
    }
  })

  it('makes no room for what stands in strings, which costs more than reading it', () => {
    expect(scan(JSON.stringify({ 'a,[{': '[,{"'.repeat(1_000) })).kind).toHaveLength(2)
  })

  it('reads 100,000 levels and 100,000 nodes', () => {
    const deep = scan(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`)
    expect(deep.count).toBe(100_001)
    expect(deep.depth[100_000]).toBe(100_000)
    expect(visibleRows(deep, openAll(deep))).toHaveLength(100_001)
    expect(JSON.parse(printJson(scan(`${'['.repeat(1_000)}1${']'.repeat(1_000)}`), 0))).toBeInstanceOf(Array)
    const wide = scan(JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index)))
    expect(wide.size[0]).toBe(100_000)
    expect(visibleRows(wide, openAtFirst(wide))).toHaveLength(100_001)
  })
})

describe('rows', () => {
  const tree = scan('{"a":{"b":[1,2],"c":{}},"d":null}')
  it('are those under open containers', () => {
    expect([...visibleRows(tree, closeAll(tree))]).toEqual([0, 1, 6])
    expect([...visibleRows(tree, openAll(tree))]).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect([...visibleRows(tree, setOpen(openAll(tree), 1, 0))]).toEqual([0, 1, 6])
    expect([...visibleRows(tree, setWithin(tree, openAll(tree), 1, 0))]).toEqual([0, 1, 6])
    expect([...visibleRows(tree, new Uint8Array(tree.count))]).toEqual([0])
  })
  it('a node deep inside gets its row, and is found again', () => {
    const rows = visibleRows(tree, openAround(tree, closeAll(tree), 4))
    expect([...rows]).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(rowOf(rows, 4)).toBe(4)
    expect(rowOf(visibleRows(tree, closeAll(tree)), 4)).toBe(-1)
  })
  it('a small tree opens whole, a long list inside a large one does not', () => {
    expect(visibleRows(tree, openAtFirst(tree))).toHaveLength(7)
    const large = scan(JSON.stringify({ list: Array.from({ length: 1_000 }, () => 0), few: [1, 2] }))
    expect(visibleRows(large, openAtFirst(large))).toHaveLength(5)
  })
  it('have a path in JSONPath form', () => {
    const odd = scan('{"a b":[{"c":1}],"$d":2,"":3,"q\\"":4,"ä":5}')
    const paths = Array.from({ length: odd.count }, (_, node) => pathOf(odd, node))
    expect(paths).toEqual(['$', '$["a b"]', '$["a b"][0]', '$["a b"][0].c', '$.$d', '$[""]', '$["q\\""]', '$["ä"]'])
  })
})

describe('printJson', () => {
  it('means the same as the source', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, sorted) => {
        expect(JSON.parse(printJson(scan(JSON.stringify(value)), 0, sorted))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
  it('is what JSON.stringify writes, but keeps digits and keys that occur twice', () => {
    const value = { a: [1, { b: 'x' }, [], {}], c: null }
    expect(printJson(scan(JSON.stringify(value)), 0)).toBe(JSON.stringify(value, null, 2))
    expect(printJson(scan('{"b":1.50,"b":2}'), 0)).toBe('{\n  "b": 1.50,\n  "b": 2\n}')
  })
  it('H10: on one line it is what JSON.stringify writes, with digits and repeated keys as they were', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2, '\t'), (value, space) => {
        expect(printJsonLine(scan(JSON.stringify(value, null, space)), 0)).toBe(JSON.stringify(value))
      }),
    )
    expect(printJsonLine(scan('{ "b" : 1.50, "b": [ 1e400, {} ] }'), 0)).toBe('{"b":1.50,"b":[1e400,{}]}')
  })
  it('sorted, the order of keys no longer matters', () => {
    const [one, other] = ['{"b":{"d":1,"c":[2,1]},"a":0}', '{"a":0,"b":{"c":[2,1],"d":1}}']
    expect(printJson(scan(one), 0, true)).toBe(printJson(scan(other), 0, true))
  })
})

describe('search', () => {
  const text = '{"Mode":"default","keys":["url","MODEL"],"n":12.50,"x":"\\u0061bc"}'
  it('finds keys and values, upper and lower case alike, decoded', () => {
    expect(found(text, 'mode')).toEqual([1, 4])
    expect(found(text, '2.5')).toEqual([5])
    expect(found(text, 'abc')).toEqual([6])
    expect(found(text, '')).toEqual([])
    expect(found(text, 'nowhere')).toEqual([])
  })
  it('goes round at both ends', () => {
    const nodes = Int32Array.from([2, 5, 9])
    expect([nextFound(nodes, 5, 1), nextFound(nodes, 9, 1), nextFound(nodes, 0, 1)]).toEqual([2, 0, 0])
    expect([nextFound(nodes, 5, -1), nextFound(nodes, 2, -1), nextFound(nodes, 99, -1)]).toEqual([0, 2, 2])
    expect(nextFound(new Int32Array(), 3, 1)).toBe(-1)
  })
  it('marks pieces that make up the text again', () => {
    expect(piecesOf('aXbxc', 'x')).toEqual([
      { text: 'a', found: false },
      { text: 'X', found: true },
      { text: 'b', found: false },
      { text: 'x', found: true },
      { text: 'c', found: false },
    ])
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ maxLength: 3 }), (text, words) => {
        expect(
          piecesOf(text, words)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('changesBetween', () => {
  const between = (one: string, other: string) =>
    changesBetween(scan(one), scan(other)).changes.map(({ path, what }) => `${what} ${path}`)

  it('names what appeared, went and changed, by path', () => {
    expect(between('{"a":1,"b":[1,2],"c":{"d":"x"}}', '{"b":[1,3,4],"c":{"d":"y"},"e":null}')).toEqual([
      'removed $.a',
      'added $.e',
      'added $.b[2]',
      'changed $.b[1]',
      'changed $.c.d',
    ])
  })
  it('order of keys, blanks and the way a string is written do not matter; digits and types do', () => {
    expect(between('{"a":1,"b":{"c":2}}', ' { "b" : {"c":2}, "a":1 }')).toEqual([])
    expect(between('["\\u0061"]', '["a"]')).toEqual([])
    expect(between('[12345678901234567890]', '[12345678901234567891]')).toEqual(['changed $[0]'])
    expect(between('["1"]', '[1]')).toEqual(['changed $[0]'])
    expect(between('[{}]', '[[]]')).toEqual(['changed $[0]'])
  })
  it('keys that occur twice are compared one by one', () => {
    expect(between('{"a":1,"a":2}', '{"a":1,"a":3}')).toEqual(['changed $.a'])
    expect(between('{"a":1,"a":2}', '{"a":1}')).toEqual(['removed $.a'])
  })
  it('nothing differs exactly when the values are the same', () => {
    const small = fc.jsonValue({ maxDepth: 3, noUnicodeString: true })
    fc.assert(
      fc.property(small, small, (one, other) => {
        const texts = [JSON.stringify(one), JSON.stringify(other)] as const
        const same = printJson(scan(texts[0]), 0, true) === printJson(scan(texts[1]), 0, true)
        expect(between(...texts).length === 0).toBe(same)
        expect(between(texts[0], texts[0])).toEqual([])
      }),
    )
  })
  it('stops when there are too many', () => {
    const list = (value: number) => JSON.stringify(Array.from({ length: 5_000 }, () => value))
    const { changes, more } = changesBetween(scan(list(1)), scan(list(2)))
    expect([changes.length, more]).toEqual([1_000, true])
  })
})
