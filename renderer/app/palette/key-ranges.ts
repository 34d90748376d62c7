/** `0 1 2 … 9` becomes one `0 – 9`; everything else stays as it is. */
export const foldDigits = (keys: readonly string[]): { single: string[]; range: [string, string] | null } => {
  const digits = keys.filter((key) => /^\d$/.test(key))
  const first = digits[0]
  const last = digits.at(-1)
  if (digits.length < 3 || first === undefined || last === undefined) return { single: [...keys], range: null }
  return { single: keys.filter((key) => !/^\d$/.test(key)), range: [first, last] }
}
