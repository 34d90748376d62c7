/** One sentence that the list tells after something was done, with what can be done about it. */
export type Toast = { text: string; tone: 'plain' | 'problem'; actions: { label: string; run: () => void }[] }

export const plainToast = (text: string, ...actions: Toast['actions']): Toast => ({ text, tone: 'plain', actions })
export const errorToast = (text: string, ...actions: Toast['actions']): Toast => ({ text, tone: 'problem', actions })

/** What a problem says, with its next step. */
export const problemToast = ({ message, next }: { message: string; next?: string }): Toast =>
  errorToast(`${message} ${next ?? ''}`.trim())
