import { type KeyboardEvent, useRef } from 'react'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { Tip } from '../../ui/tip.tsx'
import classes from './activity.module.css'

const sections = ['requests', 'limit', 'health', 'usage'] as const
export type ActivitySection = (typeof sections)[number]

const labels: Record<ActivitySection, string> = {
  requests: 'Requests',
  limit: 'Rate limit',
  health: 'Health',
  usage: 'Usage',
}

export const tabId = (section: ActivitySection): string => `activity-tab-${section}`
export const PANEL_ID = 'activity-panel'

const stepOf: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** The parts of the view as tabs: arrow keys move between them, Alt with a digit goes straight to one. */
export const SectionTabs = ({
  section,
  onSection,
}: {
  section: ActivitySection
  onSection: (section: ActivitySection) => void
}) => {
  const list = useRef<HTMLDivElement>(null)
  useKeys(
    sections.map((one, index) => ({
      keys: `Alt+${index + 1}`,
      label: labels[one],
      group: 'Activity',
      whileTyping: true,
      run: () => onSection(one),
    })),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const last = sections.length - 1
    const step = stepOf[event.key]
    const at = sections.indexOf(section)
    const to = step === undefined ? { Home: 0, End: last }[event.key] : (at + step + sections.length) % sections.length
    const next = to === undefined ? undefined : sections[to]
    if (next === undefined) return
    event.preventDefault()
    onSection(next)
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
  }
  return (
    <div ref={list} className={classes.tabs} role="tablist" aria-label="Activity" onKeyDown={onKeyDown}>
      {sections.map((one, index) => (
        <Tip key={one} label={labels[one]} keys={`Alt+${index + 1}`} position="top">
          <button
            type="button"
            role="tab"
            id={tabId(one)}
            aria-selected={one === section}
            aria-controls={PANEL_ID}
            tabIndex={one === section ? 0 : -1}
            className={classes.tab}
            onClick={() => onSection(one)}
          >
            {labels[one]}
          </button>
        </Tip>
      ))}
    </div>
  )
}
