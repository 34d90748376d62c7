import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource } from '../mutants/mutant.ts'

/** Arguments made of a list: with more than some 100,000 entries the call overflows the stack. */
const SPREAD = /(?:Math\.(?:min|max)|\.push|\.unshift|String\.fromC\w+)\((?:[^(){}[\]]|\([^()]*\))*\.\.\./

/** Lists of our own making or of bounded length, each with what bounds it. */
const BOUNDED: Record<string, string> = {
  'electron/cli/input/read-ids.ts': 'three examples of each text',
  'electron/core/analysis/progress-bars.ts': 'tiles of a grid',
  'electron/core/analysis/recurring.ts': 'the shortest run of an animation',
  'electron/core/analysis/steps.ts': 'tiles of a grid',
  'electron/core/account/keychain/dbus-wire.ts': 'messages of our own, a token at most',
  'electron/core/replay/cache/shared-bodies.ts': 'readers of one segment: the players that are open',
  'electron/core/media/storage/sniff.ts': 'four bytes',
  'electron/core/archive/remux/reading/sequencer.ts': 'the last nine distances',
  'electron/core/archive/remux/writing/movie-box.ts': 'tracks of a recording that was read',
  'electron/core/service/redaction/escapes.ts': 'six letters',
  'electron/sample/media/media-body.ts': 'cuts that a test asks for',
  'electron/sample/media/recordings.ts': 'our own recordings',
  'renderer/features/cookies/snapshots/compare-rows.ts': 'four kinds of change',
  'renderer/features/player/engine/frame-step.ts': 'the last 31 frames',
  'renderer/features/player/stream/mp4/boxes.ts': 'four letters',
  'renderer/features/player/stream/ts-tables.ts': 'one packet of 188 bytes',
  'renderer/ui/grid/grid-columns.ts': 'columns of our own',
}

const root = join(import.meta.dirname, '../../..')
const sources = ['electron', 'renderer'].flatMap((zone) =>
  readdirSync(join(root, zone), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !/\.test\.|\/testing\/|\/test-/.test(file)),
)

test('no list that may be foreign is handed over as arguments', () => {
  const found = sources.filter((file) => SPREAD.test(readSource(file).replace(/\/\*[\s\S]*?\*\//g, '')))
  expect(sources.length).toBeGreaterThan(300)
  expect(found.filter((file) => !(file in BOUNDED))).toEqual([])
})
