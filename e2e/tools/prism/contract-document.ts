import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects key by key, everything else by the newer (Overlay Specification 1.0, 4.4.3.1). */
const merge = (older: Json | undefined, newer: Json): Json => {
  if (!isObject(older) || !isObject(newer)) return newer
  const merged = { ...older }
  for (const [key, value] of Object.entries(newer)) merged[key] = merge(older[key], value)
  return merged
}

const read = (name: string): JsonObject =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../contract', name), 'utf8')) as JsonObject

export type ContractDocument = {
  paths: Record<string, Record<string, { parameters?: { name?: string; $ref?: string; in?: string }[] }>>
  components: { parameters: Record<string, { name: string; in: string }> }
}

/** The contract alone: what the interface document specifies, and no more. */
export const contract = (): ContractDocument => read('openapi.json') as unknown as ContractDocument

/** The contract widened by what running deployments are known to do; the overlay only ever replaces the whole document. */
export const contractOfDeployments = (): ContractDocument => {
  const { actions } = read('deployments.overlay.json') as { actions: { target: string; update: Json }[] }
  let document: Json = read('openapi.json')
  for (const { target, update } of actions) {
    if (target !== '$') throw new Error(`This overlay has a target that is not the whole document: ${target}`)
    document = merge(document, update)
  }
  return document as unknown as ContractDocument
}
