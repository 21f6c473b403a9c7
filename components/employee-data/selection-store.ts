'use client'

import { useMemo } from 'react'
import { createStore } from '#components/ui/browser/store.ts'

type Selected = {
  readonly ids: ReadonlySet<number>
  /** The row that was pressed last: Shift+click selects a range from here. */
  readonly anchor: number | null
  /** The selection shrank because of an action that is announced anyway. */
  readonly isTold?: boolean
}

const NOBODY: Selected = { ids: new Set(), anchor: null }

/**
 * Selections by project, only while the page is open: after a reload the selection is empty, so that no employee is
 * deleted by surprise.
 */
const selections = createStore<ReadonlyMap<number, Selected>>(new Map())

export type Selection = Selected & {
  toggle: (id: number) => void
  /** Sets all rows between two rows of the page to the state of the first. */
  toggleRange: (fromId: number, toId: number, idsOnPage: readonly number[]) => void
  selectPage: (idsOnPage: readonly number[], selected: boolean) => void
  selectAll: (ids: readonly number[]) => void
  /** `isTold`: the action on the selection is announced, and that is enough. */
  clear: (how?: { isTold?: boolean }) => void
}

/** Returns the selected employees of a project, across all its pages and filters. */
export function useSelection(projectId: number): Selection {
  const selected = selections.use().get(projectId) ?? NOBODY
  const actions = useMemo(() => toActions(projectId), [projectId])
  return { ...selected, ...actions }
}

/** Removes deleted employees from the selection. */
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

/** Returns the ids of a range. If one of the rows has left this page, only the last pressed row counts. */
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
