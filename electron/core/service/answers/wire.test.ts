import { describe, expect, it } from 'vitest'
import { readJson } from '../http/body-text.ts'
import * as wire from './wire.ts'

const NOTHING = { mp4Url: null, playlist: null, expiresAt: null, startMs: null, durationMs: null }

describe('replay', () => {
  it.each([
    [
      {
        mp4_url: 'https://s/v',
        playlist_content: null,
        expires_at: null,
        video_start_ms: null,
        video_duration_ms: null,
      },
      { mp4Url: 'https://s/v' },
    ],
    [{ mp4_url: null, playlist_content: null, expires_at: null, video_start_ms: null, video_duration_ms: null }, {}],
    [{}, {}],
    [{ mp4_url: 'https://s/v', extra: { a: 1 } }, { mp4Url: 'https://s/v' }],
  ])('T04: %j is read with what is missing unknown', (body, expected) => {
    expect(wire.replayWire.parse(body)).toEqual({ ...NOTHING, ...expected })
  })

  it('T02, T03: keeps the record when a fraction or time stamp is invalid', () => {
    const read = (expires_at: unknown) => wire.replayWire.parse({ mp4_url: 'https://s/v', expires_at })
    expect(read('2026-11-27T12:00:00.123456789Z').expiresAt).toBe(Date.UTC(2026, 10, 27, 12, 0, 0, 123))
    for (const text of ['', 'soon', 5, {}, '2026-11-27T12:00:00+02:00Z']) {
      expect(read(text)).toEqual({ ...NOTHING, mp4Url: 'https://s/v' })
    }
  })

  it('E04: numbers as 6000.0 or "6000" count, a bad field is unknown and alone', () => {
    const body = readJson(
      '{"mp4_url":7,"playlist_content":"#EXTM3U","video_start_ms":6000.0,"video_duration_ms":"6000"}',
    )
    expect(wire.replayWire.parse(body)).toEqual({ ...NOTHING, playlist: '#EXTM3U', startMs: 6000, durationMs: 6000 })
    expect(wire.replayWire.parse({ video_start_ms: 'NaN', video_duration_ms: '1e999' })).toEqual(NOTHING)
  })

  it('keeps the playlist byte for byte', () => {
    const playlist_content = '\ufeff#EXTM3U\r\n  https://s/1.ts?a=%2F&b=+ \r\n'
    expect(wire.replayWire.parse({ playlist_content }).playlist).toBe(playlist_content)
  })

  it('refuses what is no record', () => {
    for (const body of [null, [], 'x', 5, undefined]) expect(wire.replayWire.safeParse(body).success).toBe(false)
  })
})

describe('sessions', () => {
  it('reads a full record', () => {
    const read = wire.sessionWire.parse({
      session_id: 's 1/..',
      status: 'hibernating',
      created_at: '2026-08-06T18:00:00',
      closed_at: '2026-08-06T18:00:41.286072+00:00',
      last_accessed_at: null,
      duration: 'PT41.286072S',
      error: { message: 'gone' },
      close_reason: 'idle',
      browser_type: 'chromium',
      viewport_width: 1280,
      viewport_height: '720',
      steps: [{ free: 1, url: 'https://a.example/x?y=1' }, null],
      proxies: true,
    })
    expect(read).toEqual({
      sessionId: 's 1/..',
      status: 'hibernating',
      createdAt: Date.UTC(2026, 7, 6, 18),
      closedAt: Date.UTC(2026, 7, 6, 18, 0, 41, 286),
      lastAccessedAt: null,
      durationMs: 41_286,
      error: 'gone',
      closeReason: 'idle',
      browserType: 'chromium',
      viewport: { width: 1280, height: 720 },
      stepCount: 2,
      serviceTitle: null,
      startAddress: 'a.example/x',
    })
  })

  it('takes the first of name, title and task that says something as the title', () => {
    const titleOf = (fields: object) => wire.sessionWire.parse({ session_id: 'a', ...fields }).serviceTitle
    expect(titleOf({ name: 'N', title: 'T', task: 'K' })).toBe('N')
    expect(titleOf({ name: '  ', title: 'T', task: 'K' })).toBe('T')
    expect(titleOf({ name: null, title: 5, task: ' Buy two mugs ' })).toBe('Buy two mugs')
    expect(titleOf({ name: {} })).toBeNull()
  })

  it('C17: counts unusable records with the reason and keeps the others; only the id is required', () => {
    const rows = wire.readRows(
      [{ session_id: 'a' }, {}, null, 'x', { session_id: 5 }, { session_id: '__proto__' }],
      wire.sessionWire,
    )
    expect(rows.items.map((row) => [row.sessionId, row.status])).toEqual([
      ['a', 'unknown'],
      ['__proto__', 'unknown'],
    ])
    expect(rows).toMatchObject({ skipped: 4 })
    expect(rows.skippedReasons).toEqual([
      'record 2: session_id',
      'record 3: not a record',
      'record 4: not a record',
      'record 5: session_id',
    ])
  })

  it('E04: a list is found in its envelope; null is empty; something else is no list', () => {
    expect(wire.listIn({ items: [1] }, 'items')).toEqual([1])
    expect(wire.listIn({ items: null }, 'items')).toEqual([])
    expect(wire.listIn([1], 'items')).toEqual([1])
    for (const body of [null, 'x', { items: {} }, { data: [] }, undefined])
      expect(wire.listIn(body, 'items')).toBeNull()
  })
})

describe('cookies', () => {
  const full = {
    name: 'n',
    value: 'v',
    domain: '.a.test',
    path: '/',
    httpOnly: true,
    expirationDate: 1_795_780_000.5,
    hostOnly: false,
    sameSite: 'no_restriction',
    secure: true,
    session: false,
    storeId: '0',
    expires: -1,
    partitionKey: 'https://b.test',
  }

  it('E04: keeps the thirteen fields as given, and the record itself with unknown fields', () => {
    const raw = readJson(`{${JSON.stringify(full).slice(1, -1)},"priority":"High","__proto__":{"name":"evil"}}`)
    const read = wire.cookieWire.parse(raw)
    expect(read).toEqual({ ...full, raw })
    expect(Object.keys(full)).toHaveLength(13)
    expect(Object.keys(read.raw)).toEqual([...Object.keys(full), 'priority', '__proto__'])
    expect(Object.getPrototypeOf(read.raw)).toBe(Object.prototype)
  })

  it('E04: seconds may come as digits, of any length that sources use', () => {
    const read = wire.cookieWire.parse({ ...full, expires: '13263742881229765', expirationDate: ' 1795780000.5 ' })
    expect([read.expires, read.expirationDate]).toEqual([Number('13263742881229765'), 1_795_780_000.5])
    expect(wire.cookieWire.parse({ ...full, expires: 'never' }).expires).toBeNull()
  })

  it('C06: reads an optional field of an unexpected type as unknown and keeps the row', () => {
    const unexpected = {
      path: 1,
      httpOnly: 'yes',
      sameSite: 0,
      secure: 2,
      session: 'no',
      storeId: 0,
      expires: {},
      hostOnly: [],
    }
    const { raw, ...read } = wire.cookieWire.parse({ name: 'n', value: 'v', domain: 'a.test', ...unexpected })
    expect(Object.values(read).filter((value) => value !== null)).toEqual(['n', 'v', 'a.test'])
    expect(raw).toMatchObject(unexpected)
  })

  it.each([
    [undefined, null],
    [null, null],
    ['', null],
    ['https://top.example', 'https://top.example'],
    [{ topLevelSite: 'https://top.example', hasCrossSiteAncestor: true }, 'https://top.example'],
  ])('C08: the partition key %j', (given, site) => {
    expect(wire.cookieWire.parse({ ...full, partitionKey: given })).toMatchObject({
      partitionKey: site,
      raw: { partitionKey: given },
    })
  })

  it('C17: a missing or null optional field is unknown; a row without name, value or domain is skipped', () => {
    const list = [
      full,
      { name: 'n', value: 'v', domain: 'a.test' },
      { name: 'n', value: null, secure: null },
      {},
      null,
      'x',
    ]
    const rows = wire.readRows(list, wire.cookieWire)
    expect(rows.items).toHaveLength(2)
    expect(rows.items[1]).toEqual({
      ...Object.fromEntries(Object.keys(full).map((key) => [key, null])),
      name: 'n',
      value: 'v',
      domain: 'a.test',
      raw: list[1],
    })
    expect(rows.skipped).toBe(4)
    expect(rows.skippedReasons).toEqual([
      'record 3: value, domain',
      'record 4: name, value, domain',
      'record 5: not a record',
      'record 6: not a record',
    ])
    expect(wire.listIn({ cookies: null }, 'cookies')).toEqual([])
  })
})

describe('the rest', () => {
  it('E04: a function record with null or numeric versions', () => {
    expect(wire.functionWire.parse({ source: 's', version: null, source_function_version: 3, new: 1 })).toEqual({
      source: 's',
      version: null,
      sourceFunctionId: null,
      sourceFunctionVersion: '3',
    })
  })

  it('E04: prototype names in a replay record are ignored', () => {
    const read = wire.replayWire.parse(readJson('{"__proto__":{"mp4_url":"https://evil/"},"toString":1}'))
    expect(read).toEqual(NOTHING)
  })

  it('a token needs access_token alone', () => {
    expect(wire.tokenWire.parse({ access_token: ' t ', expires_in: '60' })).toEqual({
      accessToken: 't',
      refreshToken: null,
      expiresInS: 60,
    })
    expect(wire.tokenWire.safeParse({ access_token: '' }).success).toBe(false)
  })
})
