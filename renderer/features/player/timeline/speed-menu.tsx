import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Tip } from '../../../ui/tip.tsx'
import { SPEEDS, speedText } from '../engine/speed.ts'
import classes from '../player.module.css'
import { usePlayer, usePlayerState } from '../player-context.ts'

export const SpeedMenu = () => {
  const { commands } = usePlayer()
  const rate = usePlayerState((s) => s.rate)
  return (
    <Menu position="top" width={128}>
      <Menu.Target>
        <UnstyledButton
          className={classes.speed}
          aria-label={`Speed ${speedText(rate)}`}
          data-off={rate !== 1 || undefined}
        >
          <Tip label="Speed" shortcuts={[commands.slower.shortcut, commands.faster.shortcut]}>
            <span>{speedText(rate)}</span>
          </Tip>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {SPEEDS.map((speed) => (
          <Menu.Item
            key={speed}
            onClick={() => commands.setRate(speed)}
            aria-current={speed === rate || undefined}
            rightSection={speed === rate ? <IconCheck size={14} stroke={1.5} /> : null}
          >
            {speedText(speed)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
