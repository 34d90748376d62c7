import { expect, test } from 'vitest'
import { createEvents } from './event-bus.ts'

test('every listener hears every event in order, until it ends its subscription', () => {
  const events = createEvents()
  const heard: unknown[] = []
  const off = events.onAny((name, payload) => void heard.push([name, payload]))
  const offToo = events.onAny((name) => void heard.push(name))
  events.emit('notice', { id: 'a', message: 'A.' })
  off()
  events.emit('command', { name: 'sync' })
  offToo()
  offToo()
  events.emit('command', { name: 'help' })
  expect(heard).toEqual([['notice', { id: 'a', message: 'A.' }], 'notice', 'command'])
})

test('a listener may end its subscription while it is told', () => {
  const events = createEvents()
  const heard: string[] = []
  const off = events.onAny((name) => {
    heard.push(name)
    off()
  })
  events.onAny((name) => void heard.push(`too ${name}`))
  events.emit('command', { name: 'sync' })
  events.emit('command', { name: 'sync' })
  expect(heard).toEqual(['command', 'too command', 'too command'])
})
