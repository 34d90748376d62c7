import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import type { ExportPreview, ExportRequest } from '../../../../electron/contract/models/cookie-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { problemOf, useAsk } from '../../../bridge.ts'

const SETTLE_MS = 150

const NOTHING: ExportRequest = { readId: '', ids: null, format: 'json', url: null, includeExpired: false }

export type Preview = { preview: ExportPreview | undefined; problem: Problem | null; again: () => void }

/** The preview of a request, asked when typing has settled; the one before stays until the next is here. */
export const useExportPreview = (request: ExportRequest | null): Preview => {
  const [settled] = useDebouncedValue(request, SETTLE_MS)
  const asked = useAsk('cookies.exportPreview', settled ?? NOTHING, {
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const known = request !== null && settled !== null
  return {
    preview: known && !asked.error ? asked.data : undefined,
    problem: known && asked.error ? problemOf(asked.error) : null,
    again: () => void asked.refetch(),
  }
}
