import { useKeys } from '../../ui/keys/use-keys.ts'
import { Tabs } from '../../ui/tabs/tabs.tsx'

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

const keyOf = (index: number): string => `Alt+${index + 1}`

/** The parts of the view as tabs: Alt with a digit goes straight to one. */
export const SectionTabs = ({
  section,
  onSection,
}: {
  section: ActivitySection
  onSection: (section: ActivitySection) => void
}) => {
  useKeys(
    sections.map((one, index) => ({
      keys: keyOf(index),
      label: labels[one],
      group: 'Activity',
      whileTyping: true,
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
      keyOf={keyOf}
    />
  )
}
