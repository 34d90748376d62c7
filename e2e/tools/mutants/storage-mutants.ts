import type { Mutant } from './mutant.ts'

const addresses = (title: string) => ({ file: 'electron/core/media/storage/addresses.test.ts', title })
const gateway = (title: string) => ({ file: 'electron/core/replay/gateway/gateway.test.ts', title })
const REACH = addresses('%s is %s')
const SCHEMES = addresses('refuses %s without repeating it')

const range = (name: string, find: string): Mutant => ({
  name: `reach-${name}`,
  file: 'electron/core/media/storage/addresses.ts',
  find,
  replace: '',
  test: REACH,
})

/** What the media gateway fetches, and what it hands out. */
export const storageMutants: Mutant[] = [
  range('link-local', "['169.254.0.0', 16],"),
  range('link-local-6', "['fe80::', 10],"),
  range('loopback-6', ", ['::1', 128]"),
  range('private-10', "['10.0.0.0', 8],"),
  range('private-6', "['fc00::', 7],"),
  range('unspecified', "['0.0.0.0', 8],"),
  {
    name: 'reach-embedded',
    file: 'electron/core/media/storage/addresses.ts',
    find: 'isIP(ip) === 6 ? embedded(ip) : ip',
    replace: 'ip',
    test: REACH,
  },
  {
    name: 'reach-never',
    file: 'electron/core/media/storage/addresses.ts',
    find: "if (address === 'never') return",
    replace: "if (address === service && service === 'never') return",
    test: addresses('private and loopback storage only beside such a service; metadata never'),
  },
  {
    name: 'reach-loopback',
    file: 'electron/core/media/storage/addresses.ts',
    find: "if (address === 'loopback' && service !== 'loopback') return",
    replace: "if (address === 'loopback' && service === 'never') return",
    test: gateway('P20: storage on this computer is refused for the service %s'),
  },
  {
    name: 'reach-private',
    file: 'electron/core/media/storage/addresses.ts',
    find: "if (address === 'private' && service === 'public') return",
    replace: "if (address === 'private' && service === 'never') return",
    test: addresses('private and loopback storage only beside such a service; metadata never'),
  },
  {
    name: 'address-schemes',
    file: 'electron/core/media/storage/addresses.ts',
    find: '/^(https?):\\/\\/',
    replace: '/^([a-z]+):\\/\\/',
    test: SCHEMES,
  },
  {
    name: 'address-https',
    file: 'electron/core/media/storage/addresses.ts',
    find: "if (!secure && !(isIP(host) ? reachOf(host) === 'loopback' : LOCAL_NAME.test(host))) {",
    replace: "if (!secure && host === '') {",
    test: addresses('http on loopback alone'),
  },
  {
    name: 'address-user',
    file: 'electron/core/media/storage/addresses.ts',
    find: '/[@\\\\\\s]/.test(authority)',
    replace: '/[\\\\\\s]/.test(authority)',
    test: SCHEMES,
  },
  {
    name: 'reach-checked',
    file: 'electron/core/media/storage/storage-transport.ts',
    find: 'if (checked.problem) throw new TransportFault(checked.problem, false)',
    replace: "if (checked.problem) Object.assign(checked, { addresses: [{ address: '127.0.0.1', family: 4 }] })",
    test: gateway('P20: storage on this computer is refused for the service %s'),
  },
  {
    name: 'reach-pinned',
    file: 'electron/core/media/storage/storage-transport.ts',
    find: '          lookup: pinned,\n',
    replace: '          lookup: (_host, _options, done) => void config.resolve(host).then((all) => done(null, all)),\n',
    test: gateway(
      'P20: the address that was checked is the one that is used: a second answer of the name server is not asked for',
    ),
  },
  {
    name: 'redirect-down',
    file: 'electron/core/media/storage/follow.ts',
    find: 'if (/^https:/i.test(at) && /^http:/i.test(next.value)) throw new TransportFault(redirectDown, false)',
    replace: '',
    test: {
      file: 'electron/core/media/storage/follow.test.ts',
      title: 'D11: a redirect from https to http is not followed',
    },
  },
  {
    name: 'redirect-bound',
    file: 'electron/core/media/storage/follow.ts',
    find: 'const MAX_HOPS = 5',
    replace: 'const MAX_HOPS = 50',
    test: gateway('a loop is a clear error'),
  },
  {
    name: 'gateway-read-only',
    file: 'electron/core/replay/gateway/gateway.ts',
    find: "if (request.method !== 'GET' && request.method !== 'HEAD') return READ_ONLY",
    replace: '',
    test: gateway('GET and HEAD only, known paths of open replays only'),
  },
  {
    name: 'gateway-strict-headers',
    file: 'electron/core/replay/gateway/answers.ts',
    find: '{ ...STRICT, ...headers }',
    replace: 'headers',
    test: gateway('has strict headers and none of the storage'),
  },
  {
    name: 'gateway-own-paths',
    file: 'electron/core/media/playlist/write.ts',
    find: 'out.push(`#EXTINF:${seconds(segment.durationS)},`, names.segment(position))',
    replace: 'out.push(`#EXTINF:${seconds(segment.durationS)},`, segment.url)',
    test: gateway('the playlist names nothing but our own paths'),
  },
  {
    name: 'gateway-key-size',
    file: 'electron/core/replay/gateway/items.ts',
    find: '|| opened.total === KEY_BYTES) return opened',
    replace: '|| opened.total >= 0) return opened',
    test: gateway('P18: a key that is none is refused'),
  },
  {
    name: 'gateway-key-not-cached',
    file: 'electron/core/replay/gateway/items.ts',
    find: "(kind === 'key' ? undefined : cache.write(context.scope, name, chunks))",
    replace: 'cache.write(context.scope, name, chunks)',
    test: gateway('P18: key and segments come through the gateway and decrypt with the IV of the written list'),
  },
  {
    name: 'gateway-no-credentials',
    file: 'electron/core/media/storage/storage-transport.ts',
    find: 'headers: { ...headers, host:',
    replace: "headers: { ...headers, authorization: 'Bearer planted', host:",
    test: gateway('D11: no credential, no cookie, no service header goes to storage'),
  },
  {
    name: 'gateway-no-links',
    file: 'electron/core/replay/gateway/local-file.ts',
    find: 'constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)',
    replace: 'constants.O_RDONLY',
    test: {
      file: 'electron/core/replay/gateway/local-file.test.ts',
      title: 'D17: a link or a folder in the place of the file is not served',
    },
  },
]
