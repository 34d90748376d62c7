import { Tooltip, type TooltipProps } from '@mantine/core'
import { Caps } from './keys/key-caps.tsx'
import { useKeysOf } from './keys/keymap.ts'
import type { Shortcut } from './keys/shortcuts/shortcut.ts'
import classes from './kit.module.css'

type TipProps = {
  label: string
  /** Whose keys it says; several where one button stands for them. */
  shortcuts?: readonly Shortcut[] | undefined
  children: TooltipProps['children']
  position?: TooltipProps['position']
  /** For text fields: they have the focus while one reads and clicks what is around them. */
  hoverOnly?: boolean
}

const NO_SHORTCUTS: readonly Shortcut[] = []

const TipKeys = ({ shortcuts }: { shortcuts: readonly Shortcut[] }) =>
  useKeysOf(shortcuts).map((one) => <Caps key={one} keys={one} />)

/** A tooltip that names the key. Opens on focus as well, unless `hoverOnly`. */
export const Tip = ({
  label,
  shortcuts = NO_SHORTCUTS,
  children,
  position = 'bottom',
  hoverOnly = false,
}: TipProps) => (
  <Tooltip
    position={position}
    events={{ hover: true, focus: !hoverOnly, touch: false }}
    label={
      <span className={classes.tip}>
        {label}
        <TipKeys shortcuts={shortcuts} />
      </span>
    }
  >
    {children}
  </Tooltip>
)
