import type { AnalysisRecord } from '../../../electron/contract/models/analysis-models.ts'
import type { GridFrame } from '../../../electron/core/analysis/grid-changes.ts'
import { createInterpreter } from '../../../electron/core/analysis/interpret.ts'
import type { DecoderHost } from './decoder-host.ts'

export type Grids = { durationMs: number; frames: GridFrame[] }
type Failed = { ok: false; error: string }

/** Why a file has no record, as one sentence. */
const sentences: Record<string, string> = {
  'not-reachable': 'The file could not be read.',
  missing: 'The file is missing.',
  'not-a-recording': 'The file is neither an MP4 nor a playlist.',
  'no-video': 'The file has no video.',
  'unknown-codec': 'No decoder for the codec of this file.',
  damaged: 'A picture of this file cannot be decoded.',
}

/** The luma grids of a file, all in memory. */
export const readGrids = async (decoder: DecoderHost, file: string): Promise<({ ok: true } & Grids) | Failed> => {
  const frames: Grids['frames'] = []
  const { outcome } = await decoder.decode(file, (frame) => void frames.push(frame))
  if (!outcome.ok) return { ok: false, error: sentences[outcome.failure] ?? outcome.details }
  return { ok: true, durationMs: outcome.durationMs, frames }
}

export const recordOf = ({ durationMs, frames }: Grids): AnalysisRecord => {
  const interpreter = createInterpreter(durationMs)
  for (const frame of frames) interpreter.push(frame)
  return interpreter.finish()
}

export const analyseFile = async (
  decoder: DecoderHost,
  file: string,
): Promise<{ ok: true; record: AnalysisRecord } | Failed> => {
  const grids = await readGrids(decoder, file)
  return grids.ok ? { ok: true, record: recordOf(grids) } : grids
}
