import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../electron/contract/models/settings-models.ts'
import { AT_ONCE, CONNECTIONS, SPEED_LIMITS, templateProblem } from './archive-values.ts'

test('the defaults are offered', () => {
  expect(AT_ONCE.map(({ value }) => value)).toContain(DEFAULT_SETTINGS.archiveAtOnce)
  expect(CONNECTIONS.map(({ value }) => value)).toContain(DEFAULT_SETTINGS.archiveConnections)
  expect(SPEED_LIMITS.map(({ value }) => value)).toContain(DEFAULT_SETTINGS.archiveBytesPerSecond)
})

test('D15: a template that names nothing, or what is not there, is said and not kept', () => {
  expect(templateProblem(DEFAULT_SETTINGS.archiveName)).toBeNull()
  expect(templateProblem('Run of {date}')).toBeNull()
  expect(templateProblem('   ')).toMatch(/at least one/)
  expect(templateProblem('{date} {titel}')).toMatch(/^\{titel\} is unknown\. Use \{date\}/)
  expect(templateProblem('{}')).toMatch(/^\{\} is unknown/)
  expect(templateProblem('x'.repeat(301))).toMatch(/300/)
})
