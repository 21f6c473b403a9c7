'use client'

import { useMemo } from 'react'
import { createStore } from '#components/ui/browser/store.ts'

type Selected = {
  readonly ids: ReadonlySet<number>
  /** The row that was pressed last: a press with Shift reaches from here. */
  readonly anchor: number | null
  /** They are fewer because of something that is told otherwise. */
  readonly isTold?: boolean
}

const NOBODY: Selected = { ids: new Set(), anchor: null }

/** By project, and only while the page is open: after a reload nobody is selected, so nobody is deleted by surprise. */
const selections = createStore<ReadonlyMap<number, Selected>>(new Map())

export type Selection = Selected & {
  toggle: (id: number) => void
  /** Everybody between two rows of the page takes the state of the first. */
  toggleRange: (fromId: number, toId: number, idsOnPage: readonly number[]) => void
  selectPage: (idsOnPage: readonly number[], selected: boolean) => void
  selectAll: (ids: readonly number[]) => void
  /** `isTold`: what was begun with them is told, and says enough. */
  clear: (how?: { isTold?: boolean }) => void
}

/** Who is selected in a project, over all its pages and filters. */
export function useSelection(projectId: number): Selection {
  const selected = selections.use().get(projectId) ?? NOBODY
  const actions = useMemo(() => toActions(projectId), [projectId])
  return { ...selected, ...actions }
}

/** For people who are gone. */
export function unselect(projectId: number, gone: readonly number[]): void {
  const { ids, anchor } = getSelected(projectId)
  if (gone.some(id => ids.has(id))) put(projectId, { ids: without(ids, gone), anchor, isTold: true })
}

function toActions(projectId: number) {
  return {
    toggle: (id: number) => {
      const { ids } = getSelected(projectId)
      put(projectId, { ids: ids.has(id) ? without(ids, [id]) : withAlso(ids, [id]), anchor: id })
    },
    toggleRange: (fromId: number, toId: number, idsOnPage: readonly number[]) => {
      const { ids } = getSelected(projectId)
      const range = getRange(fromId, toId, idsOnPage)
      put(projectId, { ids: ids.has(fromId) ? withAlso(ids, range) : without(ids, range), anchor: toId })
    },
    selectPage: (idsOnPage: readonly number[], selected: boolean) => {
      const { ids } = getSelected(projectId)
      put(projectId, { ids: selected ? withAlso(ids, idsOnPage) : without(ids, idsOnPage), anchor: null })
    },
    selectAll: (ids: readonly number[]) => put(projectId, { ids: new Set(ids), anchor: null }),
    clear: ({ isTold = false } = {}) => put(projectId, { ...NOBODY, isTold }),
  }
}

/** A row that has left this page cannot end a range: then only the other row counts. */
function getRange(fromId: number, toId: number, idsOnPage: readonly number[]): readonly number[] {
  const [from, to] = [idsOnPage.indexOf(fromId), idsOnPage.indexOf(toId)]
  if (from < 0 || to < 0) return [toId]
  return idsOnPage.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function withAlso(ids: ReadonlySet<number>, added: readonly number[]): Set<number> {
  return new Set([...ids, ...added])
}

function without(ids: ReadonlySet<number>, removed: readonly number[]): Set<number> {
  const gone = new Set(removed)
  return new Set([...ids].filter(id => !gone.has(id)))
}

function put(projectId: number, selected: Selected): void {
  selections.set(new Map(selections.get()).set(projectId, selected))
}

function getSelected(projectId: number): Selected {
  return selections.get().get(projectId) ?? NOBODY
}
