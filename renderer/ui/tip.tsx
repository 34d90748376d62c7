import { Tooltip, type TooltipProps } from '@mantine/core'
import { KeyCaps } from './key-caps.tsx'
import classes from './kit.module.css'

type TipProps = {
  label: string
  /** One binding, or several with spaces between: `Space K`. */
  keys?: string | undefined
  children: TooltipProps['children']
  position?: TooltipProps['position']
}

/** A tooltip that names the key. Opens on focus as well. */
export const Tip = ({ label, keys, children, position = 'bottom' }: TipProps) => (
  <Tooltip
    position={position}
    events={{ hover: true, focus: true, touch: false }}
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
