import { type ExportFormat, exportFormats } from '../../../../electron/contract/constants/cookie-constants.ts'
import classes from './export.module.css'
import { formatTexts } from './export-text.ts'

type FormatListProps = { value: ExportFormat; onChange: (format: ExportFormat) => void }

/** The formats, each with a line on what it is for. Arrow keys choose. */
export const FormatList = ({ value, onChange }: FormatListProps) => (
  <fieldset className={classes.formats}>
    <legend className={classes.legend}>Format</legend>
    {exportFormats.map((format) => (
      <label key={format} className={classes.format}>
        <input
          type="radio"
          name="export-format"
          className={classes.radio}
          checked={value === format}
          data-autofocus={value === format || undefined}
          onChange={() => onChange(format)}
        />
        <span>
          <span className={classes.formatName}>{formatTexts[format].label}</span>
          <span className={classes.purpose}>{formatTexts[format].purpose}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
