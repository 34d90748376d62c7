/** Electron's event object: listeners may prevent what follows. */
export type Cancelable<T extends object = object> = T & {
  preventDefault: () => void
  readonly defaultPrevented: boolean
}

export const cancelable = <T extends object>(details: T = {} as T): Cancelable<T> => {
  let prevented = false
  return Object.defineProperties({ ...details } as Cancelable<T>, {
    preventDefault: {
      value: () => {
        prevented = true
      },
    },
    defaultPrevented: { get: () => prevented },
  })
}
