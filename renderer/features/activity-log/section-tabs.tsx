import { useKeys } from '../../ui/keys/use-keys.ts'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { Tip } from '../../ui/tip.tsx'

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
      keys: `Alt+${index + 1}`,
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
      around={(tab, one, index) => (
        <Tip key={one} label={labels[one]} keys={`Alt+${index + 1}`}>
          {tab}
        </Tip>
      )}
    />
  )
}
