import { fail, ok, type Result } from '../../../contract/result.ts'
import { type BusEnv, type BusSession, busPath, isBusError, openBus, toBus } from './dbus-session.ts'

const NAME = 'org.freedesktop.secrets'
const SERVICE = { path: '/org/freedesktop/secrets', destination: NAME, iface: 'org.freedesktop.Secret.Service' }
/** A bus that is there answers at once; a hanging one must not hold up a start (K02). */
const BUS_ANSWER_MS = 1_500

const noBus = () =>
  fail('keychain', 'The keychain is only available in a desktop session.', {
    next: 'Start Replay Desk from a desktop session, or sign in after each start.',
  })
const noService = () =>
  fail('keychain', 'No keychain service is running.', {
    next: 'Install and start GNOME Keyring, KWallet or KeePassXC (with Secret Service), then restart Replay Desk.',
  })
const locked = () =>
  fail('keychain', 'The keychain is locked and was not unlocked in time.', {
    next: 'Unlock the keychain and sign in again.',
  })
const noCollection = () =>
  fail('keychain', 'The keychain has no default keyring yet.', {
    next: 'Create a default keyring in your keychain app, then sign in again.',
  })
const silent = () =>
  fail('keychain', 'The keychain did not respond in time.', {
    next: 'Restart the keychain service, then sign in again.',
  })

/** Asks the person to unlock the default collection; true when it was unlocked. Ends with the session's time. */
const unlock = async (bus: BusSession, collection: string): Promise<boolean> => {
  const answer = await bus.call({ ...SERVICE, member: 'Unlock', signature: 'ao', body: [[collection]] })
  const prompt = answer.body.at(-1) ?? '/'
  if (prompt === '/') return true
  await bus.call(toBus('AddMatch', 's', [`type='signal',interface='org.freedesktop.Secret.Prompt',path='${prompt}'`]))
  const completed = bus.waitFor((message) => message.member === 'Completed' && message.path === prompt)
  completed.catch(() => {}) // the call below may fail first, and then this rejection has no other handler
  await bus.call({
    path: prompt,
    iface: 'org.freedesktop.Secret.Prompt',
    member: 'Prompt',
    destination: NAME,
    signature: 's',
    body: [''],
  })
  const { body } = await completed
  return body[0] === 'false' // the first value says "dismissed"
}

/**
 * Makes sure that the Secret Service is there, awake and unlocked, within `timeoutMs`. The native keychain library
 * connects and waits for unlocking without any bound, and a call of it that hangs also holds up the end of the
 * program; after this check it finds nothing to wait for. Never throws; the problem is a plain sentence.
 */
export const wakeSecretService = async (env: BusEnv, timeoutMs: number): Promise<Result<undefined>> => {
  const path = busPath(env)
  if (path === null) return noBus()
  const whole = AbortSignal.timeout(Math.ceil(timeoutMs))
  let bus: BusSession | null = null
  let unlocking = false
  try {
    try {
      bus = await openBus(path, AbortSignal.any([whole, AbortSignal.timeout(BUS_ANSWER_MS)]))
    } catch {
      return noBus()
    }
    bus.close()
    bus = await openBus(path, whole)
    const alias = await bus.call({ ...SERVICE, member: 'ReadAlias', signature: 's', body: ['default'] })
    const collection = alias.body[0] ?? '/'
    if (collection === '/') return noCollection()
    const properties = { path: collection, destination: NAME, iface: 'org.freedesktop.DBus.Properties' }
    const state = await bus.call({
      ...properties,
      member: 'Get',
      signature: 'ss',
      body: ['org.freedesktop.Secret.Collection', 'Locked'],
    })
    if (state.body[0] !== 'true') return ok(undefined)
    unlocking = true
    return (await unlock(bus, collection)) ? ok(undefined) : locked()
  } catch (error) {
    if (unlocking) return locked()
    if (isBusError(error)) return noService()
    return silent()
  } finally {
    bus?.close()
  }
}
