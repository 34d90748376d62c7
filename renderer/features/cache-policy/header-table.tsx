import type { HeaderLines } from '../../../electron/contract/models/cache-policy-models.ts'
import classes from './cache-policy.module.css'

/** Header lines in their order; a name that comes twice is there twice. */
export const HeaderTable = ({ lines, label }: { lines: HeaderLines; label: string }) => (
  <table className={classes.lines} aria-label={label}>
    <tbody>
      {lines.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never change their place
        <tr key={index}>
          <th scope="row">{name}</th>
          <td data-redacted={value.includes('[redacted]') || undefined}>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
