import type { ConnectionReport } from '../../contract/models/account-models.ts'
import type { Problem } from '../../contract/result.ts'

/** The sample workspace keeps its id, and with it its reviews, over restarts, though its port changes. */
export const SAMPLE_ACCOUNT = 'sample'

/** Why a tested connection cannot be used; null when it can. An unproven key can: the first real call will tell. */
export const obstacle = ({ server, credential }: ConnectionReport): Problem | null =>
  server.kind === 'problem' ? server.problem : credential.kind === 'problem' ? credential.problem : null

export const listsOf = ({ listing }: ConnectionReport): boolean | null =>
  listing === 'unknown' ? null : listing !== 'not-supported'

/** The host's name, numbered when another account already has it. */
export const labelFor = (baseUrl: string, accounts: readonly { label: string }[]): string => {
  const host = new URL(baseUrl).host
  const taken = new Set(accounts.map(({ label }) => label))
  for (let nth = 1; ; nth += 1) {
    const label = nth === 1 ? host : `${host} (${nth})`
    if (!taken.has(label)) return label
  }
}
