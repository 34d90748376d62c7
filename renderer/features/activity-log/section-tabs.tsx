import { activityShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { Tabs } from '../../ui/tabs/tabs.tsx'

const sections = ['requests', 'limit', 'health', 'usage'] as const
export type ActivitySection = (typeof sections)[number]

const labels = {
  requests: activityShortcuts.requests.label,
  limit: activityShortcuts.limit.label,
  health: activityShortcuts.health.label,
  usage: activityShortcuts.usage.label,
}

export const tabId = (section: ActivitySection): string => `activity-tab-${section}`
export const PANEL_ID = 'activity-panel'

/** The parts of the view as tabs: a key goes straight to each. */
export const SectionTabs = ({
  section,
  onSection,
}: {
  section: ActivitySection
  onSection: (section: ActivitySection) => void
}) => {
  useKeys(
    sections.map((one) => ({
      shortcut: activityShortcuts[one],
      run: () => onSection(one),
    })),
  )
  return (
    <Tabs
      label="Activity"
      tabs={sections}
      labels={labels}
      selected={section}
      onSelect={onSection}
      idOf={tabId}
      panelId={PANEL_ID}
      shortcuts={activityShortcuts}
    />
  )
}
