import { create } from 'zustand'

const CLOSES_AFTER_MS = 8_000

export type Toast = {
  id: string
  message: string
  next: string
  /** Null: it stays until the person closes it. */
  closesAfterMs: number | null
  onClose?: () => void
}

let count = 0

export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

/** Tells one sentence and the next step, in the corner. What is told under an id that is there already is not told twice. */
export const tellToast = (toast: Pick<Toast, 'message' | 'next'> & Partial<Toast>): void => {
  count += 1
  const told: Toast = { id: `toast-${count}`, closesAfterMs: CLOSES_AFTER_MS, ...toast }
  useToasts.setState(({ toasts }) => (toasts.some(({ id }) => id === told.id) ? {} : { toasts: [...toasts, told] }))
}

export const closeToast = (id: string): void => {
  const closed = useToasts.getState().toasts.find((toast) => toast.id === id)
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
  closed?.onClose?.()
}
