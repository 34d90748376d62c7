import type { Context } from '../context.ts'
import { openSharedLibrary } from '../desktop-data.ts'
import { createCliLog } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'

/** The accounts of the desktop program. Whether a key still works only a request can tell, so none is made. */
export const accounts = async (context: Context): Promise<number> => {
  const { out } = context
  const opened = await openSharedLibrary(context, createCliLog(context))
  if (!opened.ok) return out.problem(opened.problem)
  const library = opened.value
  try {
    const activeId = library.accounts.activeId()
    const stored = library.accounts.read()
    if (!stored.ok) return out.problem(stored.problem)
    const list = stored.value.map((account) => ({ ...account, active: account.id === activeId }))
    for (const { label, baseUrl, method, userName, active, secretStored, headerPrefix } of list)
      out.record({ label, baseUrl, method, userName, active, keyKept: secretStored, headerPrefix })
    if (list.length === 0) out.note('No accounts yet. Run "replay-desk login --base-url URL".')
    else
      out.table(
        ['', 'Account', 'Address', 'Sign-in', 'Key'],
        list.map(({ active, label, baseUrl, method, userName, secretStored }) => [
          active ? '*' : '',
          label,
          baseUrl,
          method === 'password' ? `password, ${userName ?? ''}` : method,
          method === 'sample' ? 'not needed' : secretStored ? 'in the keychain' : 'not saved',
        ]),
      )
    return EXIT.ok
  } finally {
    library.close()
  }
}
