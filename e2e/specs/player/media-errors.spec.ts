import * as steps from '../../steps/media-steps.ts'
import { test } from '../../steps/storage-fixture.ts'

test.use({ shared: true })

// A media element of a custom scheme sees no status. The host answers it as Electron's loader would; the same bodies
// run under Electron's binary in electron-only.spec.ts.

for (const status of [403, 410])
  test(`P24: an MP4 whose links end with ${status} goes on with new ones, under a new address`, async ({
    startDesk,
    startService,
    storage,
  }) => steps.mp4GoesOnAfterRenewal({ startDesk, startService, storage }, status))

for (const playing of [true, false])
  test(`P24: an MP4 that lost its links resumes ${playing ? 'playing' : 'paused'} at the same place and speed once they are renewed`, async ({
    startDesk,
    startService,
    storage,
  }) => steps.mp4ResumesWhereItStood({ startDesk, startService, storage }, 410, playing))

const causes: [number, RegExp, RegExp][] = [
  [403, /links expired/i, /refused the links/i],
  [404, /video is missing/i, /no longer has this part/i],
  [503, /couldn't load the video/i, /status 503/i],
]
for (const [status, title, text] of causes)
  test(`D10: an MP4 that the storage answers with ${status} shows that cause, not a damaged file`, async ({
    startDesk,
    startService,
    storage,
  }) => steps.mp4CauseIsTold({ startDesk, startService, storage }, status, title, text))

test('X01: an archived file that is gone shows its cause, and Retry plays from the service', async ({
  startDesk,
  startService,
  folder,
}) => steps.archivedFileIsMissing({ startDesk, startService, folder }))

for (const renewable of [true, false])
  test(`P24: segments whose links end go on ${renewable ? 'with new ones' : 'where they stood once they are renewed'}`, async ({
    startDesk,
    startService,
    storage,
  }) => steps.hlsGoesOnAfterRenewal({ startDesk, startService, storage }, renewable))

test('D10: a segment that is gone shows its cause', async ({ startDesk, startService, storage }) =>
  steps.hlsHoleIsTold({ startDesk, startService, storage }))

for (const [form, title] of steps.FRAME_SOURCES)
  test(`a frame of ${form} is saved as it is shown`, async ({ startDesk }) => steps.savesTheFrame({ startDesk }, title))

test('hls.js works in a worker of our own origin', async ({ startDesk }) => steps.hlsWorkerIsAlive({ startDesk }))

test('a note is found by the full text search of the database', async ({ startDesk }) =>
  steps.notesAreFound({ startDesk }))

test('the first picture of the window comes in bounded time', async ({ startDesk }) =>
  steps.windowComesInTime({ startDesk }))
