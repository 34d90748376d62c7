import { formatCount } from '../../ui/format.ts'

export const cookiesText = (count: number): string => (count === 1 ? '1 cookie' : `${formatCount(count)} cookies`)
