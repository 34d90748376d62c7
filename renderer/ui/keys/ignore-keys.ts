const swallow = (event: KeyboardEvent): void => {
  event.preventDefault()
  event.stopImmediatePropagation()
}
let timer: ReturnType<typeof setTimeout> | undefined

/** Keys do nothing for `ms`: the screen changes by itself, and what is typed was meant for the one before. */
export const ignoreKeys = (ms: number): void => {
  clearTimeout(timer)
  window.addEventListener('keydown', swallow, true)
  timer = setTimeout(() => window.removeEventListener('keydown', swallow, true), ms)
}
