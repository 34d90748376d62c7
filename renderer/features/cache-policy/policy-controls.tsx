import { CloseButton, SegmentedControl, TextInput } from '@mantine/core'
import { useId } from 'react'
import { policyHeaderLines, policyHeaderNames } from '../../../electron/contract/constants/cache-policy-headers.ts'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import classes from './cache-policy.module.css'
import { countHint, type FieldName, MODE_HINTS, modeChoices, type PolicyForm, readCount, requestOf } from './fields.ts'
import { HeaderTable } from './header-table.tsx'

type Refused = Partial<Record<FieldName, string>>
type ControlsProps = {
  account: Account
  form: PolicyForm
  refused: Refused
  onChange: <N extends FieldName>(field: N, value: PolicyForm[N]) => void
}

const MODES = modeChoices.map((mode) => ({ value: mode, label: mode === '' ? 'Not sent' : mode }))

type CountFieldProps = {
  field: 'maxAge' | 'ttl'
  label: string
  header: string
  unit: string
  text: string
  refused: string | undefined
  onChange: (text: string) => void
}

const CountField = ({ field, label, header, unit, text, refused, onChange }: CountFieldProps) => {
  const { value, error } = readCount(text)
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        description={error || refused ? undefined : countHint(field, value)}
        error={error ?? refused}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="Not sent"
        value={text}
        maxLength={40}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        classNames={{ label: classes.label, input: classes.number }}
        rightSectionWidth={text === '' ? 40 : 64}
        rightSection={
          <span className={classes.unit}>
            {unit}
            {text === '' ? null : (
              <CloseButton size={20} aria-label={`Do not send ${label.toLowerCase()}`} onClick={() => onChange('')} />
            )}
          </span>
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <code className={classes.header}>{header}</code>
    </div>
  )
}

/** The three request headers as controls; each can be left out. */
export const PolicyControls = ({ account, form, refused, onChange }: ControlsProps) => {
  const names = policyHeaderNames(account.headerPrefix)
  const modeId = useId()
  return (
    <div className={classes.controls}>
      <div className={classes.field}>
        <span id={modeId} className={classes.label}>
          Mode
        </span>
        <code className={classes.header}>{names.mode}</code>
        <SegmentedControl
          aria-labelledby={modeId}
          fullWidth
          value={form.mode}
          data={MODES}
          onChange={(mode) => onChange('mode', mode as PolicyForm['mode'])}
        />
        {refused.mode ? (
          <p className={classes.refused} role="alert">
            {refused.mode}
          </p>
        ) : (
          <p className={classes.hint}>{MODE_HINTS[form.mode]}</p>
        )}
      </div>
      <CountField
        field="maxAge"
        label="Max age"
        header={names.maxAgeMs}
        unit="ms"
        text={form.maxAge}
        refused={refused.maxAge}
        onChange={(text) => onChange('maxAge', text)}
      />
      <CountField
        field="ttl"
        label="Time to live"
        header={names.ttlSeconds}
        unit="s"
        text={form.ttl}
        refused={refused.ttl}
        onChange={(text) => onChange('ttl', text)}
      />
    </div>
  )
}

/** The request before it is sent: the lines that the controls make, and which ones travel with every request. */
export const RequestPreview = ({ account, form }: { account: Account; form: PolicyForm }) => {
  const asked = requestOf(form)
  const prefix = account.headerPrefix.toLowerCase()
  const lines = asked === null ? [] : policyHeaderLines(account.headerPrefix, asked)
  return (
    <section className={classes.preview} aria-label="Request preview">
      <code className={classes.requestLine}>GET {account.baseUrl}/data/cache</code>
      {asked === null ? (
        <p className={classes.hint}>Correct the values above first.</p>
      ) : lines.length > 0 ? (
        <HeaderTable lines={lines} label="Cache headers" />
      ) : (
        <p className={classes.hint}>None of the three headers: the service returns its default policy.</p>
      )}
      <p className={classes.hint}>
        With every request: authorization (not shown), accept, {prefix}request-origin, {prefix}sdk-version.
      </p>
    </section>
  )
}
