export type Choice = { value: number; label: string }

/** The choices, and the present value where it is none of them, in order, as a select wants them. */
export const withPresent = (
  choices: readonly Choice[],
  present: number,
  label: (value: number) => string,
): { value: string; label: string }[] => {
  const known = choices.some(({ value }) => value === present)
  const all = known ? [...choices] : [...choices, { value: present, label: label(present) }]
  return all.sort((a, b) => a.value - b.value).map((one) => ({ value: String(one.value), label: one.label }))
}
