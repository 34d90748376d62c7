/** One sentence that the list tells after something was done, with what can be done about it. */
export type Said = { text: string; tone: 'plain' | 'problem'; actions: { label: string; run: () => void }[] }

export const plain = (text: string, ...actions: Said['actions']): Said => ({ text, tone: 'plain', actions })
export const wrong = (text: string, ...actions: Said['actions']): Said => ({ text, tone: 'problem', actions })

/** What a problem says, with its next step. */
export const failed = ({ message, next }: { message: string; next?: string }): Said =>
  wrong(`${message} ${next ?? ''}`.trim())
