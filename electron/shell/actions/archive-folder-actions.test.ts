import { expect, test } from 'vitest'
import { operations } from '../../contract/operations.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import { archiveActions } from './archive-folder-actions.ts'

const actionsWith = (file: Result<string>, picked: string | null = null, refusal = '') => {
  const did: string[] = []
  const handlers = archiveActions({
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
      return picked
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
  const good = actionsWith(ok('/videos/Replay Desk/a.mp4'))
  expect(await good['archive.reveal']({ id: 'a' })).toEqual(ok(undefined))
  expect(await good['archive.openFile']({ id: 'a' })).toEqual(ok(undefined))
  expect(good.did).toEqual(['reveal /videos/Replay Desk/a.mp4', 'open /videos/Replay Desk/a.mp4'])
  const elsewhere = actionsWith(fail('storage', 'This file is not inside the archive folder.'))
  expect(await elsewhere['archive.reveal']({ id: 'a' })).toMatchObject({ ok: false })
  expect(await elsewhere['archive.openFile']({ id: 'a' })).toMatchObject({ ok: false })
  const script = actionsWith(ok('/videos/Replay Desk/a.mp4.desktop'))
  expect(await script['archive.openFile']({ id: 'a' })).toMatchObject({ ok: false })
  expect([...elsewhere.did, ...script.did]).toEqual([])
  expect(await actionsWith(ok('/a.mp4'), null, 'no application')['archive.openFile']({ id: 'a' })).toMatchObject({
    ok: false,
  })
})

test('a closed dialog changes nothing; a picked folder is stored; the dialog opens in an absolute folder (X09)', async () => {
  const closed = actionsWith(ok('/a.mp4'))
  expect(await closed['archive.chooseFolder'](undefined)).toEqual(ok({ folder: null }))
  expect(await closed['archive.importFolder'](undefined)).toEqual(ok({ imported: 0, known: 0, refused: [] }))
  expect(closed.did).toEqual(['ask /videos/Replay Desk', 'ask /videos/Replay Desk'])
  const picked = actionsWith(ok('/a.mp4'), '/disk/archive')
  expect(await picked['archive.chooseFolder'](undefined)).toEqual(ok({ folder: '/disk/archive' }))
  expect(picked.did.at(-1)).toBe('folder /disk/archive')
})

test('a folder comes from the dialog alone, whatever the page hands over', async () => {
  const named = actionsWith(ok('/a.mp4'), '/disk/picked')
  const importFolder = named['archive.importFolder'] as (input: unknown) => Promise<unknown>
  expect(await importFolder({ path: '/home/me/private' })).toMatchObject({ ok: true })
  expect(named.did).toEqual(['ask /videos/Replay Desk', 'import /disk/picked'])
  expect(operations['archive.importFolder'].input.safeParse({ path: '/home/me/private' }).success).toBe(false)
  for (const patch of [{ archiveFolder: '/home/me/private' }, { theme: 'dark', archiveFolder: '' }]) {
    expect(operations['settings.set'].input.safeParse(patch).success).toBe(false)
  }
  expect(operations['settings.set'].input.safeParse({ theme: 'dark' }).success).toBe(true)
})
