import type { Account } from '../../../electron/contract/models/account-models.ts'
import frame from '../../ui/list/list.module.css'
import classes from './activity.module.css'
import { HealthSection } from './health/health-section.tsx'
import { LimitSection } from './limit/limit-section.tsx'
import { RequestsSection } from './requests/requests-section.tsx'
import { type ActivitySection, PANEL_ID, SectionTabs, tabId } from './section-tabs.tsx'
import { UsageSection } from './usage/usage-section.tsx'

export type ActivityViewProps = {
  account: Account
  section: ActivitySection
  onSection: (section: ActivitySection) => void
  onSignIn: () => void
}

/** Requests, limit, health and usage of the active account. */
export const ActivityView = ({ account, section, onSection, onSignIn }: ActivityViewProps) => (
  <section className={frame.view} aria-label="Activity">
    <SectionTabs section={section} onSection={onSection} />
    <div key={account.id} id={PANEL_ID} className={classes.panel} role="tabpanel" aria-labelledby={tabId(section)}>
      {section === 'requests' ? <RequestsSection accountId={account.id} /> : null}
      {section === 'limit' ? <LimitSection /> : null}
      {section === 'health' ? <HealthSection /> : null}
      {section === 'usage' ? <UsageSection onSignIn={onSignIn} /> : null}
    </div>
  </section>
)
