import type { ReactNode } from 'react'
import { Tabs } from '../../../ui/tabs/tabs.tsx'
import { NotesList } from '../marks/notes-list.tsx'
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
  const { sessionId, store } = usePlayer()
  const tab = usePlayerState((s) => s.tab)
  return (
    <div className={classes.inspector}>
      <Tabs
        label="Inspector"
        tabs={inspectorTabs}
        labels={labels}
        selected={tab}
        onSelect={(one) => showTab(store, one)}
        idOf={idOf}
        panelId={PANEL_ID}
      />
      <div className={classes.panel} role="tabpanel" id={PANEL_ID} aria-labelledby={idOf(tab)} key={tab}>
        {tab === 'steps' ? <StepsPanel /> : null}
        {tab === 'screens' ? <ScreensPanel /> : null}
        {tab === 'notes' ? (
          <>
            {parts.notes(sessionId)}
            <NotesList />
          </>
        ) : null}
        {tab === 'details' ? parts.details(sessionId) : null}
      </div>
    </div>
  )
}
