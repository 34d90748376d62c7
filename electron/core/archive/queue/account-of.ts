type Named = { id: string; label: string; baseUrl: string }

/**
 * The account here that recordings of a service belong to: the one of the same name, else the only one of that
 * service. Null: none, or several of which any might be meant.
 */
export const accountOf = (
  accounts: readonly Named[],
  of: { label: string; baseUrl: string },
): { id: string; label: string } | null => {
  const here = accounts.filter(({ baseUrl }) => baseUrl === of.baseUrl)
  return here.find(({ label }) => label === of.label) ?? (here.length === 1 ? (here[0] ?? null) : null)
}
