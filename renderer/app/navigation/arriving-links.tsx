import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import type { ArrivedLink } from '../../../electron/contract/events.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { ignoreKeys } from '../../ui/keys/ignore-keys.ts'
import { formatDuration, shortenId } from '../../ui/text/format-text.ts'
import { isTextUnderWay } from '../text-entry.ts'
import { createLinkRate } from './link-rate.ts'
import { useNavigation } from './navigation-store.ts'
import { PLAIN_QUERY } from './view-state.ts'

const TOAST = 'link'
const FAILED_TOAST = 'link-failed'
/** What someone types on, before they see that the screen has changed, does nothing on the new one. */
const KEYS_OFF_MS = 1_000

/** The link that is offered, or waits for an account. Of several the last one counts. */
const useArrived = create<{ link: ArrivedLink | null }>()(() => ({ link: null }))

const fail = ({ message, next }: Problem): void => {
  notifications.hide(FAILED_TOAST)
  notifications.show({ id: FAILED_TOAST, title: message, message: next ?? '', autoClose: 20_000 })
}
const forget = (): void => {
  useArrived.setState({ link: null })
  notifications.hide(TOAST)
}

const open = async (link: ArrivedLink): Promise<void> => {
  forget()
  ignoreKeys(KEYS_OFF_MS)
  const { sessionId, atMs, account } = link
  const opened = await invoke('link.open', { sessionId, accountId: account?.id ?? null })
  if (!opened.ok) {
    // Without an account it waits for one: see `openWaiting`.
    if (opened.problem.code === 'signed-out' && account === null) useArrived.setState({ link })
    else fail(opened.problem)
    return
  }
  ignoreKeys(KEYS_OFF_MS)
  useNavigation
    .getState()
    .goIn(opened.value.accountId, { name: 'player', sessionId, startAtMs: atMs, query: PLAIN_QUERY })
}

const Offer = () => {
  const link = useArrived((s) => s.link)
  if (!link) return null
  const { sessionId, atMs, account } = link
  const time = atMs === null ? '' : ` at ${formatDuration(atMs)}`
  const where = account && !account.active ? ` in ${account.label}` : ''
  return (
    <>
      {`Session ${shortenId(sessionId)}${time}${where}`}
      <Group gap="xs" mt="xs" pb={2}>
        <Button onClick={() => void open(link)}>Open</Button>
        <Button variant="default" onClick={forget}>
          Dismiss
        </Button>
      </Group>
    </>
  )
}

const offer = (link: ArrivedLink): void => {
  useArrived.setState({ link })
  // Shown already, it stays one: its text follows the store.
  notifications.show({
    id: TOAST,
    title: 'A link was opened',
    message: <Offer />,
    autoClose: false,
    withCloseButton: false,
  })
}

const mayOpen = createLinkRate()

/**
 * Opens a link that came in, or offers it where it would take the keyboard away from someone (L03), switch the account,
 * or be one of many.
 */
export const onLinkArrived = (link: ArrivedLink): void => {
  if (link.problem) fail(link.problem)
  else if (isTextUnderWay() || mayOpen(link, performance.now()) === 'ask') offer(link)
  else void open(link)
}

/** Opens the link that came in before there was an account. Answers the end of it. */
export const openWaiting = (): (() => void) =>
  useNavigation.subscribe(({ accountId }, before) => {
    const { link } = useArrived.getState()
    if (accountId !== null && before.accountId === null && link) void open(link)
  })
