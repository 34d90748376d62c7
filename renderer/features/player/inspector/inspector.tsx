import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { usePlayer, usePlayerState } from '../player-context.ts'
import { type InspectorTab, inspectorTabs, showTab } from '../player-store.ts'
import { ScreensPanel } from '../screens/screens-panel.tsx'
import { StepsPanel } from '../steps/steps-panel.tsx'
import classes from './inspector.module.css'

/** What others put into the inspector: what a person writes of the session, and what is known of it. */
export type InspectorParts = { notes: (sessionId: string) => ReactNode; details: (sessionId: string) => ReactNode }

const labels: Record<InspectorTab, string> = { steps: 'Steps', screens: 'Screens', notes: 'Notes', details: 'Details' }
const idOf = (tab: InspectorTab): string => `player-tab-${tab}`
const PANEL_ID = 'player-inspector-panel'

/** What is known of the session, beside its picture. */
export const Inspector = ({ parts }: { parts: InspectorParts }) => {
  const { sessionId } = usePlayer()
  const tab = usePlayerState((s) => s.tab)
  return (
    <div className={classes.inspector}>
      <Tabs tab={tab} />
      <div className={classes.panel} role="tabpanel" id={PANEL_ID} aria-labelledby={idOf(tab)} key={tab}>
        {tab === 'steps' ? <StepsPanel /> : null}
        {tab === 'screens' ? <ScreensPanel /> : null}
        {tab === 'notes' ? parts.notes(sessionId) : null}
        {tab === 'details' ? parts.details(sessionId) : null}
      </div>
    </div>
  )
}

/** Arrow keys move between the tabs. */
const Tabs = ({ tab }: { tab: InspectorTab }) => {
  const { store } = usePlayer()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const last = inspectorTabs.length - 1
    const at = inspectorTabs.indexOf(tab)
    const to = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[
      event.key
    ]
    const next = to === undefined ? undefined : inspectorTabs[to]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    showTab(store, next)
    list.current?.querySelector<HTMLElement>(`#${idOf(next)}`)?.focus()
  }
  return (
    <div ref={list} className={classes.tabs} role="tablist" aria-label="Inspector" onKeyDown={onKeyDown}>
      {inspectorTabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={idOf(one)}
          aria-selected={one === tab}
          aria-controls={PANEL_ID}
          tabIndex={one === tab ? 0 : -1}
          className={classes.tab}
          onClick={() => showTab(store, one)}
        >
          {labels[one]}
        </button>
      ))}
    </div>
  )
}
