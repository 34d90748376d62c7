import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core'
import classes from './accounts.module.css'
import type { FieldErrors, Method } from './connect-draft.ts'

type CredentialFieldsProps = {
  method: Method
  onMethod: (method: Method) => void
  errors: FieldErrors
  userName?: string | null
}

const quiet = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const

/** Uncontrolled on purpose: what is typed lives in the fields alone and is read once, at the moment of use. */
export const CredentialFields = ({ method, onMethod, errors, userName }: CredentialFieldsProps) => (
  <>
    <SegmentedControl
      aria-label="How to sign in"
      className={classes.method}
      value={method}
      onChange={(value) => onMethod(value as Method)}
      data={[
        { value: 'key', label: 'API key' },
        { value: 'password', label: 'User name and password' },
      ]}
    />
    {method === 'key' ? (
      <PasswordInput
        key="key"
        name="key"
        size="md"
        label="API key"
        error={errors.key}
        placeholder="Paste the key"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
        {...quiet}
      />
    ) : (
      <div className={classes.pair} key="password">
        <TextInput
          name="userName"
          size="md"
          label="User name"
          error={errors.userName}
          defaultValue={userName ?? ''}
          {...quiet}
        />
        <PasswordInput
          name="password"
          size="md"
          label="Password"
          error={errors.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          {...quiet}
        />
      </div>
    )}
  </>
)
