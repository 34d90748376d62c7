import { expect, test } from 'vitest'
import { electronEnv, forgetToken, hasDisplay } from './desktop.ts'

test('only on Linux a display may be missing', () => {
  expect(hasDisplay({ platform: 'linux', env: {} })).toBe(false)
  expect(hasDisplay({ platform: 'linux', env: { DISPLAY: ':0' } })).toBe(true)
  expect(hasDisplay({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBe(true)
  expect(hasDisplay({ platform: 'win32', env: {} })).toBe(true)
  expect(hasDisplay({ platform: 'darwin', env: {} })).toBe(true)
})

test('the environment for Electron has no switch that makes it a plain Node, and no token', () => {
  const env = { ELECTRON_RUN_AS_NODE: '1', Electron_Run_As_Node: '1', PATH: '/bin', NOT_SET: undefined }
  expect(electronEnv({ ...env, REPLAY_DESK_TOKEN: 'planted', Replay_Desk_Token: 'planted' })).toEqual({ PATH: '/bin' })
})

test('a program that forgot the token does not pass it on', () => {
  const env: NodeJS.ProcessEnv = { REPLAY_DESK_TOKEN: 'planted', Replay_Desk_Token: 'planted', PATH: '/bin' }
  forgetToken(env)
  expect(env).toEqual({ PATH: '/bin' })
})
