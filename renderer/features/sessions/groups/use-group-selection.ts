import { useState } from 'react'
import type { SessionGroup, SessionListQuery } from '../../../../electron/contract/models/session-models.ts'
import { ask } from '../../../bridge.ts'
import { every, type Selectable } from '../../../ui/list/selection.ts'
import { listOf, setSelection, useList } from '../session-store.ts'

const NO_ROWS: ReadonlyMap<string, Selectable> = new Map()

/** The query that leaves the sessions of a group. */
export const groupQuery = (query: SessionListQuery, { filter }: SessionGroup): SessionListQuery => ({
  ...query,
  text: `${query.text} ${filter}`.trim(),
})

/** Whole groups as part of the selection: their sessions are selected, also those that are not shown. */
export const useGroupSelection = (accountId: string) => {
  const held = useList(accountId, (s) => s.selection.held)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const change = (ids: readonly string[], take: boolean) => {
    const { selection, selectedId } = listOf(accountId)
    const picked = new Map(selection.held ? selection.selected : NO_ROWS)
    for (const id of ids) {
      if (take) picked.set(id, { id })
      else picked.delete(id)
    }
    setSelection(accountId, every(selection, [...picked.values()]), selectedId)
  }
  const pickGroup = async (group: SessionGroup, take: boolean): Promise<void> => {
    const { sessionIds } = await ask('sessions.ids', groupQuery(listOf(accountId).query, group))
    const next = new Set(listOf(accountId).selection.held ? selected : [])
    if (take) next.add(group.filter)
    else next.delete(group.filter)
    setSelected(next)
    change(sessionIds, take)
  }
  const isPicked = ({ filter }: SessionGroup): boolean => held && selected.has(filter)
  return {
    isPicked,
    pickGroup,
    flipGroup: (group: SessionGroup) => void pickGroup(group, !isPicked(group)),
    flipSession: (id: string) => {
      const { selection } = listOf(accountId)
      change([id], !(selection.held && selection.selected.has(id)))
    },
  }
}
