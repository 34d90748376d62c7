import { connectionDraftModel } from '../../contract/models/account-models.ts'
import { fail, type Result } from '../../contract/result.ts'
import { createAccounts } from '../../core/account/accounts.ts'
import { addressOf, prefixOf } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { openKeychain, openSharedLibrary } from '../desktop-data.ts'
import { clock, createCliLog } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { readSecret } from '../input/read-secret.ts'

export type LoginOptions = ServiceOptions & { user?: string; label?: string }

const sample = {
  start: (): Promise<never> => Promise.reject(new Error('the command line cannot open the sample workspace')),
  end: async (): Promise<void> => {},
}

/** Tests a key, or user name and password, and keeps the token in the keychain, as Connect does in the program. */
export const login = async (context: Context, options: LoginOptions): Promise<number> => {
  const { out, env, stop, version, addSecret } = context
  const refuse = (result: Result<unknown>): number => (result.ok ? EXIT.ok : out.problem(result.problem))
  const address = addressOf(options, env)
  if (!address.ok) return refuse(address)
  const prefix = prefixOf(options)
  if (!prefix.ok) return refuse(prefix)
  if (address.value === null)
    return refuse(
      fail('invalid-input', 'The address of the service is missing.', {
        next: 'Use --base-url or REPLAY_DESK_BASE_URL.',
      }),
    )
  const what = options.user === undefined ? 'API key' : `Password of ${options.user}`
  const secret = await readSecret(`${what} (not shown): `, stop.signal)
  if (!secret.ok) return refuse(secret)
  addSecret(secret.value)
  const draft = connectionDraftModel.safeParse({
    baseUrl: address.value,
    ...(options.label === undefined ? {} : { label: options.label }),
    ...(prefix.value === null ? {} : { headerPrefix: prefix.value }),
    credentials:
      options.user === undefined
        ? { method: 'key', key: secret.value }
        : { method: 'password', userName: options.user, password: secret.value },
  })
  if (!draft.success) return refuse(fail('invalid-input', 'The key, the user name or the label is empty or too long.'))

  const log = createCliLog(context)
  const opened = await openSharedLibrary(context, log)
  if (!opened.ok) return refuse(opened)
  const library = opened.value
  const list = createAccounts({
    store: library.accounts,
    keychain: openKeychain(log),
    clock,
    log,
    fetch,
    version,
    journal: library.journal.add,
    sample,
    onChange: () => {},
  })
  try {
    const account = await list.connect(draft.data, { inKeychain: true })
    if (!account.ok) return refuse(account)
    const { label, baseUrl } = account.value
    out.record({ label, baseUrl, keyKept: true })
    out.line(`Signed in to ${label} (${baseUrl}). The key is saved in the keychain.`)
    return EXIT.ok
  } finally {
    list.dispose()
    library.close()
  }
}
