import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSampleWorkspace } from './sample-workspace.ts'

const FOLDER = join(import.meta.dirname, '../../assets/sample')

test('the sample starts once, and after its end as it was made', async () => {
  const workspace = createSampleWorkspace(FOLDER)
  const cookies = async () => {
    const { baseUrl, token } = await workspace.start()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${baseUrl}/profiles/profile-supplier-portal/cookies`, { headers })
    const { cookies } = (await answer.json()) as { cookies: { value: string }[] }
    return cookies.map(({ value }) => value)
  }
  try {
    const { baseUrl } = await workspace.start()
    const first = await cookies()
    expect(await cookies()).not.toEqual(first) // each read moves them on
    await workspace.end()
    await expect(fetch(baseUrl)).rejects.toThrow()
    expect(await cookies()).toEqual(first)
  } finally {
    await workspace.stop()
  }
  await expect(workspace.start()).rejects.toThrow()
})
