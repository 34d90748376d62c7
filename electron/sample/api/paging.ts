import { type ApiRequest, type Fault422, readInt } from './api-answers.ts'

export type Page = { page: number; pageSize: number }

/** `page` from 1, `page_size` 1..100, 10 when absent (docs/deployments.md, Listing). */
export const readPage = (request: ApiRequest): { page: Page; faults: [] } | { page: null; faults: Fault422[] } => {
  const page = readInt(request.query.get('page'), ['query', 'page'], { min: 1, fallback: 1 })
  const size = readInt(request.query.get('page_size'), ['query', 'page_size'], { min: 1, max: 100, fallback: 10 })
  if (page.fault || size.fault) return { page: null, faults: [page.fault, size.fault].filter((one) => one !== null) }
  return { page: { page: page.value, pageSize: size.value }, faults: [] }
}

/** The envelope of both lists: no total, no cursor. */
export const envelope = (items: unknown[], { page, pageSize }: Page, total: number) => ({
  items,
  page,
  page_size: pageSize,
  has_next: page * pageSize < total,
  has_previous: page > 1,
})
