import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { connect, expect, openSession, playsPast, sessionRows, test } from '../../steps/fixtures.ts'
import { rawSession, recorded, replayRecord } from '../../steps/raw-session.ts'

test.use({ shared: true })

/** Session, or what the service answers for one; the sentence; the one action. */
const causes: [string, string, RegExp, RegExp][] = [
  ['not ended', sampleIds.active, /still active/i, /stop refreshing/i],
  ['being made', sampleIds.processing, /recording not ready/i, /stop refreshing/i],
  ['no frames', sampleIds.noFrames, /nothing was recorded/i, /back to sessions/i],
  ['failed', sampleIds.recordingFailed, /recording failed/i, /retry/i],
  ['five nulls', sampleIds.nullFields, /no recording/i, /retry/i],
]

for (const [name, id, title, action] of causes) {
  test(`cause: ${name}`, async ({ startDesk, startService }) => {
    const service = await startService({ processingMs: 600_000 })
    const { page } = await startDesk()
    await connect(page, service)
    await openSession(page, id)
    const player = page.getByRole('region', { name: 'Player' })
    await expect(player.getByRole('heading', { name: title })).toBeVisible()
    // Exactly one action belongs to the cause; the way back is in the player's bar all the time.
    await expect(player.getByRole('alert').getByRole('button', { name: action })).toBeVisible()
  })
}

test('a recording that is being made is polled, and plays when it is ready', async ({ startDesk, startService }) => {
  const service = await startService({ processingMs: 30_000 }) // long enough to be opened before, on a busy machine too
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, sampleIds.processing)
  await expect(page.getByRole('heading', { name: /recording not ready/i })).toBeVisible()
  await playsPast(page, 1, 70_000)
})

test('polling can be stopped and begun again', async ({ startDesk, startService }) => {
  const service = await startService()
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, sampleIds.active)
  await page.getByRole('button', { name: /stop refreshing/i }).click()
  await expect(page.getByRole('button', { name: /refresh/i })).toBeVisible()
  const asked = () => service.requests.filter(({ path }) => path.endsWith('/replay')).length
  const before = asked()
  await page.waitForTimeout(6_500) // longer than the polling interval of 5 s
  expect(asked()).toBe(before)
  await page.getByRole('button', { name: /refresh/i }).click()
  await expect.poll(asked).toBeGreaterThan(before)
})

test('a playlist that is none, without an MP4', async ({ startDesk, startService }) => {
  const service = await startService()
  service.add(
    recorded('bad-list', { playlist_content: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>' }),
  )
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, 'bad-list')
  await expect(page.getByRole('heading', { name: /playlist cannot be used|no recording/i })).toBeVisible()
})

test('P20: a playlist that points into this machine is refused with a sentence', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  const text = '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'
  service.add(recorded('foreign', { playlist_content: text }))
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, 'foreign')
  await expect(page.getByRole('heading', { name: /playlist cannot be used|access denied/i })).toBeVisible()
})

test('the service is gone while a recording is opened', async ({ startDesk, startService }) => {
  const service = await startService()
  const { page } = await startDesk()
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  await service.close()
  await openSession(page, sampleIds.shopCheckout)
  await expect(page.getByRole('heading', { name: 'Service unreachable' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('a key that stops working while a recording is opened', async ({ startDesk, startService }) => {
  const service = await startService()
  const { page } = await startDesk()
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  service.faults.api.next.push({ status: 401, times: 1_000 })
  await openSession(page, sampleIds.shopCheckout)
  await expect(page.getByRole('heading', { name: /signed out/i })).toBeVisible()
  // In the banner, which tells it for the whole frame.
  await expect(page.getByRole('button', { name: /^sign in/i })).toHaveCount(1)
})

test('a video that no decoder here understands', async ({ startDesk, startService }) => {
  const service = await startService()
  service.addObject('/test/odd.mp4', {
    bytes: new TextEncoder().encode('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom').fill(0, 24),
  })
  // Signed when the replay is asked for: `sign` answers the whole address.
  service.add(
    rawSession('odd', () => ({ status: 200, body: replayRecord({ mp4_url: service.sign('/test/odd.mp4') }) })),
  )
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, 'odd')
  await expect(page.getByRole('heading', { name: /cannot be played here|is damaged|be loaded/i })).toBeVisible({
    timeout: 30_000,
  })
})
