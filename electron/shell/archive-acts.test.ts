import { expect, test } from 'vitest'
import { fail, ok, type Result } from '../contract/result.ts'
import { archiveActs } from './archive-acts.ts'

const acts = (file: Result<string>, chosen: string | null = null, refusal = '') => {
  const did: string[] = []
  const handlers = archiveActs({
    archive: {
      itemFile: async () => file,
      importFolder: async (path) => {
        did.push(`import ${path}`)
        return ok({ imported: 1, known: 0, refused: [] })
      },
      folder: () => '/videos/Replay Desk',
    },
    setFolder: async (path) => {
      did.push(`folder ${path}`)
      return ok(undefined)
    },
    askForFolder: async ({ defaultPath }) => {
      did.push(`ask ${defaultPath}`)
      return chosen
    },
    reveal: (path) => void did.push(`reveal ${path}`),
    open: async (path) => {
      did.push(`open ${path}`)
      return refusal
    },
  })
  return { ...handlers, did }
}

test('D17: only a checked file of the archive is shown or opened, and only a video is opened', async () => {
  const good = acts(ok('/videos/Replay Desk/a.mp4'))
  expect(await good['archive.reveal']({ id: 'a' })).toEqual(ok(undefined))
  expect(await good['archive.openFile']({ id: 'a' })).toEqual(ok(undefined))
  expect(good.did).toEqual(['reveal /videos/Replay Desk/a.mp4', 'open /videos/Replay Desk/a.mp4'])
  const outside = acts(fail('storage', 'This file is not inside the archive folder.'))
  expect(await outside['archive.reveal']({ id: 'a' })).toMatchObject({ ok: false })
  expect(await outside['archive.openFile']({ id: 'a' })).toMatchObject({ ok: false })
  const script = acts(ok('/videos/Replay Desk/a.mp4.desktop'))
  expect(await script['archive.openFile']({ id: 'a' })).toMatchObject({ ok: false })
  expect([...outside.did, ...script.did]).toEqual([])
  expect(await acts(ok('/a.mp4'), null, 'no application')['archive.openFile']({ id: 'a' })).toMatchObject({ ok: false })
})

test('a closed dialog changes nothing; a chosen folder is stored; the dialog opens in an absolute folder (X09)', async () => {
  const closed = acts(ok('/a.mp4'))
  expect(await closed['archive.chooseFolder'](undefined)).toEqual(ok({ folder: null }))
  expect(await closed['archive.importFolder']({ path: null })).toEqual(ok({ imported: 0, known: 0, refused: [] }))
  expect(closed.did).toEqual(['ask /videos/Replay Desk', 'ask /videos/Replay Desk'])
  const chosen = acts(ok('/a.mp4'), '/disk/archive')
  expect(await chosen['archive.chooseFolder'](undefined)).toEqual(ok({ folder: '/disk/archive' }))
  expect(chosen.did.at(-1)).toBe('folder /disk/archive')
})

test('a dropped folder is imported when it is one of this computer', async () => {
  const dropped = acts(ok('/a.mp4'))
  expect(await dropped['archive.importFolder']({ path: '/home/me/old' })).toMatchObject({ ok: true })
  for (const path of ['old', '//host/share', '\\\\host\\share', '']) {
    expect(await dropped['archive.importFolder']({ path })).toMatchObject({ ok: false })
  }
  expect(dropped.did).toEqual(['import /home/me/old'])
})
