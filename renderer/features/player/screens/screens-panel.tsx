import { Button, Menu } from '@mantine/core'
import { IconDownload, IconSnowflake } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { AnalysisRecord } from '../../../../electron/contract/models/analysis-models.ts'
import { clockText } from '../../../ui/text/clock-text.ts'
import { formatCount, formatDuration } from '../../../ui/text/format-text.ts'
import classes from '../inspector/inspector.module.css'
import { lastTime } from '../near-time.ts'
import { useInsight, usePlayer, usePlayerState } from '../player-context.ts'
import { cardTo } from './card-keys.ts'
import { ScreenCardButton } from './screen-card.tsx'
import { screenGroups } from './screen-groups.ts'
import { AnalysisState } from './screens-state.tsx'
import { useContactSheet } from './use-contact-sheet.ts'

/** Every screen of the recording, as far as it is analysed. */
export const ScreensPanel = () => {
  const { analysis } = useInsight()
  return analysis.record ? <Screens record={analysis.record} /> : <AnalysisState analysis={analysis} />
}

const Screens = ({ record }: { record: AnalysisRecord }) => {
  const { state, thumbnails } = useInsight().analysis
  // The record comes before its pictures, without which a sheet says little.
  const drawing = thumbnails === null && (state === 'running' || state === 'queued')
  const exportSheet = useContactSheet(record)
  const { screens, screensOmitted, frozenEnd } = record
  return (
    <>
      <div className={classes.toolbar}>
        <span className={classes.toolbarText}>
          {formatCount(screens.length)} {screens.length === 1 ? 'screen' : 'screens'}
          {screensOmitted > 0 ? `, ${formatCount(screensOmitted)} short ones left out` : ''}
        </span>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              size="compact-sm"
              disabled={drawing}
              leftSection={<IconDownload size={14} stroke={1.5} />}
            >
              {drawing ? 'Making pictures…' : 'Export contact sheet'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void exportSheet('png')}>PNG image</Menu.Item>
            <Menu.Item onClick={() => void exportSheet('markdown')}>Markdown with images</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={classes.scroll}>
        <Cards record={record} />
        {frozenEnd ? (
          <p className={classes.note}>
            <IconSnowflake size={14} stroke={1.5} aria-hidden="true" /> Frozen from{' '}
            {clockText(frozenEnd.startMs / 1_000, 0)} to the end, {formatDuration(frozenEnd.endMs - frozenEnd.startMs)}
          </p>
        ) : null}
      </div>
    </>
  )
}

const Cards = ({ record }: { record: AnalysisRecord }) => {
  const { playback } = usePlayer()
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const groups = useMemo(() => screenGroups(record), [record])
  const times = useMemo(() => record.screens.map(({ startMs }) => startMs / 1_000), [record])
  const current = usePlayerState((s) => lastTime(times, s.timeS))
  const stop = active ?? Math.max(0, current)

  useEffect(() => {
    if (grid.current?.contains(document.activeElement)) return
    grid.current?.querySelector(`[data-screen="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const play = (startMs: number) => {
    playback()?.seek(startMs / 1_000)
    playback()?.play()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const screen = record.screens[stop]
    if (event.key === 'Enter' && screen) play(screen.startMs)
    else {
      const to = cardTo(grid.current, stop, event.key)
      if (!to) return
      to.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const cardsOf = (cards: (typeof groups)[number]['cards']) =>
    cards.map((card) => (
      <ScreenCardButton
        key={card.index}
        card={card}
        current={card.index === current}
        stop={card.index === stop}
        onFocus={() => setActive(card.index)}
      />
    ))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={classes.cards} role="group" aria-label="Screens" ref={grid} onKeyDown={onKeyDown}>
      {groups.map(({ loop, cards }) =>
        loop ? (
          <section key={cards[0]?.index} className={classes.loop} aria-label={`Loop, repeats ${loop.count}×`}>
            <h3 className={classes.loopTitle}>Repeats {loop.count}×</h3>
            {cardsOf(cards)}
          </section>
        ) : (
          cardsOf(cards)
        ),
      )}
    </div>
  )
}
