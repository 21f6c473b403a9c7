'use client'

import { createStore } from '#components/ui/browser/store.ts'
import type { Mapping } from '#lib/imports/map/mapping.ts'
import type { ReadOverrides, Table } from '#lib/imports/read/table.ts'

/** A list that was read in this tab. */
export type ImportWork = {
  projectId: number
  /** Null for pasted cells. */
  fileName: string | null
  bytes: Uint8Array
  overrides: ReadOverrides
  table: Table
  /** Number of the line with the headers; null where the list has none. */
  headerRow: number | null
  /** Null until the user has seen the step for the columns. */
  mapping: Mapping | null
  /** `draft`: the list is on the server and edited there, until the user goes back a step. */
  step: 'file' | 'columns' | 'draft'
  /**
   * The draft that was made of this list, and its columns. Continuing again from an earlier step moves its edits to a
   * new draft, which replaces it.
   */
  draft?: { id: string; mapping: Mapping }
}

const work = createStore<ImportWork | null>(null)

/** Returns the list that this tab has read for a project. It is kept across the desk's pages, and lost on reload. */
export function useImportWork(projectId: number): ImportWork | null {
  const held = work.use()
  return held?.projectId === projectId ? held : null
}

export function setImportWork(next: ImportWork | null): void {
  work.set(next)
}

/** `of`: the table that was read; if another list has replaced it meanwhile, nothing changes. */
export function changeImportWork(change: Partial<ImportWork>, of?: Table): void {
  const held = work.get()
  if (held && (!of || held.table === of)) work.set({ ...held, ...change })
}
