import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createClock } from '../../base/clock.ts'
import { exchange } from '../../service/http/exchange.ts'
import { createPeers } from '../../service/http/peers.ts'
import { reachOf, reachProblem, readAddress } from './addresses.ts'
import { resolveChecked, serviceReach } from './resolver.ts'

describe('P20: what an address reaches', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['169.254.169.254', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['64:ff9b::a9fe:a9fe', 'never'],
    ['2002:a9fe:a9fe::', 'never'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['::ffff:0:169.254.169.254', 'never'],
    ['::ffff:0:10.0.0.1', 'private'],
    ['::127.0.0.1', 'loopback'],
    ['64:ff9b:1::7f00:1', 'never'],
    ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'never'],
    ['2606:4700::5efe:127.0.0.1', 'loopback'],
    ['2606:4700::200:5efe:10.0.0.1', 'private'],
    ['100::1', 'never'],
    ['fe80::1', 'never'],
    ['fd00:ec2::254', 'never'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['224.0.0.1', 'never'],
    ['255.255.255.255', 'never'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
  ])('%s is %s', (ip, expected) => {
    expect(reachOf(ip)).toBe(expected)
  })

  it('private and loopback storage only beside such a service; metadata never', () => {
    expect(reachProblem('private', 'public')?.code).toBe('refused-address')
    expect(reachProblem('private', 'private')).toBeNull()
    expect(reachProblem('private', 'loopback')).toBeNull()
    expect(reachProblem('loopback', 'private')?.code).toBe('refused-address')
    expect(reachProblem('loopback', 'loopback')).toBeNull()
    expect(reachProblem('never', 'loopback')?.code).toBe('refused-address')
  })

  it('a name that resolves to such an address is refused after resolving', async () => {
    const names: Record<string, string[]> = {
      'evil.example': ['93.184.216.34', '169.254.169.254'],
      'home.example': ['192.168.1.4'],
      'good.example': ['93.184.216.34'],
    }
    const resolve = async (host: string) => (names[host] ?? []).map((address) => ({ address, family: 4 as const }))
    const check = (host: string) => resolveChecked(host, () => 'public', resolve)
    expect((await check('evil.example')).problem?.code).toBe('refused-address')
    expect((await check('home.example')).problem?.message).toContain('private network')
    expect((await check('good.example')).problem).toBeNull()
  })

  it("P20: a service's reach is its literal address, or what answered, never a look-up", () => {
    const peers = createPeers()
    expect(serviceReach('https://192.168.1.4/v1')).toBe('private')
    expect(serviceReach('http://127.0.0.1:8080')).toBe('loopback')
    expect(serviceReach('http://[::1]:8080')).toBe('loopback')
    expect(serviceReach('http://localhost:8080')).toBe('loopback')
    expect(serviceReach('not a url', peers)).toBe('public')
    expect(serviceReach('https://home.example/v1', peers)).toBe('public')
    peers.heard('https://home.example/v1/health', '::ffff:192.168.1.4')
    expect(serviceReach('https://home.example/v1', peers)).toBe('private')
    expect(serviceReach('https://home.example:444/v1', peers)).toBe('public')
  })

  it('P20: a service that answered from a public address once stays public', () => {
    const peers = createPeers()
    for (const peer of ['93.184.216.34', '127.0.0.1', '127.0.0.1']) peers.heard('https://rebind.example/a', peer)
    expect(serviceReach('https://rebind.example', peers)).toBe('public')
    for (const peer of ['127.0.0.1', '10.0.0.1']) peers.heard('https://two.example/a', peer)
    expect(serviceReach('https://two.example', peers)).toBe('public')
  })

  it('P20: the peer of a call is heard from the connection that carried it', async () => {
    const server = createServer((_request, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const heard: [string, string][] = []
    const onPeer = (url: string, peer: string) => void heard.push([url, peer])
    const url = `http://localhost:${port}/health`
    await exchange({ fetch, clock: createClock(), timeoutMs: 5_000, onPeer }, { url, method: 'GET', headers: {} })
    server.close()
    expect(heard).toEqual([[url, '127.0.0.1']])
  })
})

describe('P20, P21: reading an address', () => {
  it.each([
    'file:///etc/passwd',
    'app://desk/index.html',
    'data:text/plain,x',
    'ftp://h/x',
    'ftp://localhost/x',
    'app://127.0.0.1/x',
    'javascript:alert(1)',
    'http://h.example/x',
    'http://169.254.169.254/latest/',
    'https://user:secret@h/x',
    'https://a\\@evil.example/x',
    'https:///x',
    'https:h/x',
    'seg.ts',
    '',
  ])('refuses %s without repeating it', (url) => {
    const result = readAddress(url)
    expect(result.ok).toBe(false)
    if (!result.ok) {
      expect(result.problem.code).toBe('refused-address')
      expect(JSON.stringify(result.problem)).not.toMatch(/secret|evil|latest|passwd/)
    }
  })

  it.each([
    [
      'https://h/s/0.ts?X-Amz-Credential=AK%2F2026%2Fs3&X-Amz-Signature=a+b/c=&t=%7e~&e=',
      '/s/0.ts?X-Amz-Credential=AK%2F2026%2Fs3&X-Amz-Signature=a+b/c=&t=%7e~&e=',
    ],
    ["https://h/%2B%20(1)/../'q'|{a}^//x?a='b'|{}\"<>`", "/%2B%20(1)/../'q'|{a}^//x?a='b'|{}\"<>`"],
    ['https://h?x=1', '/?x=1'],
    ['https://h', '/'],
    ['https://h/a?b#fragment', '/a?b'],
    ['https://h/a b/ü', '/a%20b/%C3%BC'],
  ])('P21: %s keeps its text', (url, target) => {
    const result = readAddress(url)
    expect(result.ok && result.value.requestTarget).toBe(target)
  })

  it('http on loopback alone', () => {
    expect(readAddress('http://127.0.0.1:81/x').ok).toBe(true)
    expect(readAddress('http://[::1]:81/x').ok).toBe(true)
    expect(readAddress('http://localhost/x').ok).toBe(true)
    expect(readAddress('http://localhost.evil.example/x').ok).toBe(false)
    const short = readAddress('https://2130706433/x') // 127.0.0.1 in another dress
    expect(short.ok && reachOf(short.value.host)).toBe('loopback')
  })
})
