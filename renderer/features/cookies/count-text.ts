import { formatCount } from '../../ui/text/format-text.ts'

export const cookiesText = (count: number): string => (count === 1 ? '1 cookie' : `${formatCount(count)} cookies`)
