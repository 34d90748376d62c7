import { SegmentedControl, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import { useAsk } from '../../bridge.ts'
import { ArchiveSection } from './archive-section.tsx'
import { CacheRow } from './cache-row.tsx'
import { LeadRow } from './lead-row.tsx'
import { Row } from './row.tsx'
import { KeptSettings } from './saved-settings.tsx'
import classes from './settings.module.css'
import { ShortcutSection } from './shortcuts/shortcut-section.tsx'

type Section = 'general' | 'archive' | 'shortcuts' | 'accounts'
type SettingsViewProps = {
  section: Section
  onSection: (section: Section) => void
  /** The list of accounts; it belongs to the accounts. */
  accounts: ReactNode
}

const sections: readonly [Section, string][] = [
  ['general', 'General'],
  ['archive', 'Archive'],
  ['shortcuts', 'Keyboard shortcuts'],
  ['accounts', 'Accounts'],
]

const General = () => {
  const info = useAsk('app.info', undefined)
  return (
    <KeptSettings>
      {(settings, change) => (
        <>
          <h2 className={classes.heading}>Appearance</h2>
          <Row title="Theme" labelId="setting-theme" text="The video area is always black.">
            <SegmentedControl
              aria-labelledby="setting-theme"
              value={settings.theme}
              onChange={(theme) => change({ theme: theme as Settings['theme'] })}
              data={[
                { value: 'system', label: 'System' },
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
          </Row>
          <h2 className={classes.heading}>Recordings</h2>
          <LeadRow seconds={settings.leaseLeadS} onChange={(leaseLeadS) => change({ leaseLeadS })} />
          <Row
            title="Notify me when links expire"
            labelId="setting-notify"
            text="Shows a system notification when the links of an open recording cannot be renewed while the window is hidden."
          >
            <Switch
              aria-labelledby="setting-notify"
              checked={settings.notifyOnExpiry}
              onChange={(event) => change({ notifyOnExpiry: event.currentTarget.checked })}
            />
          </Row>
          <Row
            title="Check visible sessions for recordings"
            labelId="setting-check"
            text="Shows in the list which sessions have a recording. One request each, in the background, while more than half of the rate limit is left."
          >
            <Switch
              aria-labelledby="setting-check"
              checked={settings.checkVisible}
              onChange={(event) => change({ checkVisible: event.currentTarget.checked })}
            />
          </Row>
          <CacheRow settings={settings} onChange={change} />
          <h2 className={classes.heading}>About</h2>
          <p className={`${classes.about} desk-selectable`}>
            {info.data
              ? `Replay Desk ${info.data.version} · ${info.data.runtime === 'electron' ? 'Electron' : 'Chromium host'} · ${info.data.platform}`
              : 'Replay Desk'}
          </p>
        </>
      )}
    </KeptSettings>
  )
}

export const SettingsView = ({ section, onSection, accounts }: SettingsViewProps) => (
  <div className={classes.view}>
    <nav className={classes.nav} aria-label="Settings">
      {sections.map(([id, label]) => (
        <button
          key={id}
          type="button"
          className={classes.navItem}
          aria-current={section === id ? 'page' : undefined}
          onClick={() => onSection(id)}
        >
          {label}
        </button>
      ))}
    </nav>
    <div className={classes.body}>
      {section === 'general' ? (
        <General />
      ) : section === 'archive' ? (
        <ArchiveSection />
      ) : section === 'shortcuts' ? (
        <ShortcutSection />
      ) : (
        accounts
      )}
    </div>
  </div>
)
