import { Tooltip, type TooltipProps } from '@mantine/core'
import { KeyCaps } from './keys/key-caps.tsx'
import classes from './kit.module.css'

type TipProps = {
  label: string
  /** One binding, or several with spaces between: `Space K`. */
  keys?: string | undefined
  children: TooltipProps['children']
  position?: TooltipProps['position']
  /** For text fields: they have the focus while one reads and clicks what is around them. */
  hoverOnly?: boolean
}

/** A tooltip that names the key. Opens on focus as well, unless `hoverOnly`. */
export const Tip = ({ label, keys, children, position = 'bottom', hoverOnly = false }: TipProps) => (
  <Tooltip
    position={position}
    events={{ hover: true, focus: !hoverOnly, touch: false }}
    label={
      <span className={classes.tip}>
        {label}
        {keys?.split(' ').map((one) => (
          <KeyCaps key={one} keys={one} />
        ))}
      </span>
    }
  >
    {children}
  </Tooltip>
)
