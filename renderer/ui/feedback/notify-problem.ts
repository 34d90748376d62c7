import { notifications } from '@mantine/notifications'
import type { Problem } from '../../../electron/contract/result.ts'

/** Reports a problem where no view is there to show it. */
export const notifyProblem = ({ message, next }: Pick<Problem, 'message' | 'next'>): void => {
  notifications.show({ title: message, message: next ?? '' })
}
