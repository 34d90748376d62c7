import type { ArchiveItem, ArchivePage } from '../../../electron/contract/models/archive-models.ts'
import { ask } from '../../bridge.ts'
import type { ListSource } from '../../ui/list/list-rows.ts'
import { archiveQuery, type ListQuery } from './archive-query.ts'

/** The rows of the archive; a root of its own, because this list decides itself when it asks again. */
export const archiveSource: ListSource<ArchiveItem, ListQuery, ArchivePage> = {
  root: ['archive.list'],
  idOf: (item) => item.id,
  page: (query, offset, limit) => ask('archive.query', archiveQuery(query, offset, limit)),
}
