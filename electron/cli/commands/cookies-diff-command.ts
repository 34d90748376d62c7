import { isoTime } from '../../contract/text/quantities.ts'
import { compareCookies } from '../../core/cookies/compare-reads.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { changeLine, cookieRecord } from '../cookies/cookie-text.ts'
import { readSide } from '../cookies/sides.ts'
import { EXIT } from '../exit-codes.ts'

/** What changed from one set of cookies to another; values are compared and never shown. */
export const cookiesDiff = async (
  context: Context,
  before: string,
  after: string,
  options: ServiceOptions,
): Promise<number> => {
  const { out } = context
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const connection = connected.value
  try {
    const one = await readSide(context, connection, before)
    if (!one.ok) return out.problem(one.problem)
    const two = await readSide(context, connection, after)
    if (!two.ok) return out.problem(two.problem)
    const { changes, unchanged, valuesCompared } = compareCookies(one.value, two.value)
    for (const change of changes) {
      out.record({
        kinds: change.kinds,
        before: change.before && cookieRecord(change.before),
        after: change.after && cookieRecord(change.after),
        attributes: change.attributes,
      })
    }
    if (changes.length > 0) out.table(['Change', 'Name', 'Domain', 'Path', 'What'], changes.map(changeLine))
    // A file does not say when its cookies were read.
    const since = one.value.snapshotId === null ? '' : `, since ${isoTime(one.value.at)}`
    out.note(`${changes.length} changed, ${unchanged} unchanged${since}.`)
    if (valuesCompared === 'sizes')
      out.note('The snapshots have only hashes with different keys, so values are compared by size.')
    return EXIT.ok
  } finally {
    await connection.close()
  }
}
