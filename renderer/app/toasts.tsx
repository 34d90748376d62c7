import { CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { closeToast, type Toast, useToasts } from './toast-store.ts'
import classes from './toasts.module.css'

/** More than these would cover the window; the others wait their turn. */
const MOST = 5

const Line = ({ toast: { id, message, next, closesAfterMs } }: { toast: Toast }) => {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || closesAfterMs === null) return
    const timer = setTimeout(() => closeToast(id), closesAfterMs)
    return () => clearTimeout(timer)
  }, [held, id, closesAfterMs])
  return (
    <div
      className={classes.toast}
      role="alert"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div>
        <strong className={classes.message}>{message}</strong>
        {next ? <div className={classes.next}>{next}</div> : null}
      </div>
      <CloseButton size="sm" onClick={() => closeToast(id)} />
    </div>
  )
}

/** The corner where things are told that belong to no place on screen. A toast is held while one points at it. */
export const Toasts = () => {
  const toasts = useToasts((store) => store.toasts)
  return (
    <div className={classes.stack}>
      {toasts.slice(0, MOST).map((toast) => (
        <Line key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
