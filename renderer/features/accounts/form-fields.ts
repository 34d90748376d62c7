import type { FieldErrors, FieldValues } from './connect-draft.ts'

const NAMES = ['baseUrl', 'key', 'userName', 'password', 'headerPrefix', 'label'] as const

const field = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : null
}

/** Reads the fields once; those that are not shown count as empty. */
export const readFields = (form: HTMLFormElement): FieldValues => {
  const values: FieldValues = { baseUrl: '', key: '', userName: '', password: '', headerPrefix: '', label: '' }
  for (const name of NAMES) values[name] = field(form, name)?.value ?? ''
  return values
}

/** The caret goes to the first field that stops the form. */
export const focusFirst = (form: HTMLFormElement, errors: FieldErrors): void => {
  const first = NAMES.find((name) => errors[name])
  if (first) field(form, first)?.focus()
}
