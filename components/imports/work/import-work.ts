'use client'

import { createStore } from '#components/ui/browser/store.ts'
import type { Mapping } from '#lib/imports/map/mapping.ts'
import type { ReadOverrides, Table } from '#lib/imports/read/table.ts'

/** A list that was read in this tab. */
export type ImportWork = {
  projectId: number
  /** Null: cells that were pasted. */
  fileName: string | null
  bytes: Uint8Array
  overrides: ReadOverrides
  table: Table
  /** Number of the line with the headers; null where the list has none. */
  headerRow: number | null
  /** Null until the columns have been looked at. */
  mapping: Mapping | null
  /** `draft`: it is on the server, and what is done with it is done there, until somebody goes back a step. */
  step: 'file' | 'columns' | 'draft'
  /**
   * The draft that was made of it, and by which columns: going on again from a step before takes over what was done to it,
   * and replaces it.
   */
  draft?: { id: string; mapping: Mapping }
}

const work = createStore<ImportWork | null>(null)

/** What this tab has read for a project. It stays while the person walks through the desk, and ends with a reload. */
export function useImportWork(projectId: number): ImportWork | null {
  const held = work.use()
  return held?.projectId === projectId ? held : null
}

export function setImportWork(next: ImportWork | null): void {
  work.set(next)
}

/** `of`: what was read; when another list has taken its place meanwhile, nothing is changed. */
export function changeImportWork(change: Partial<ImportWork>, of?: Table): void {
  const held = work.get()
  if (held && (!of || held.table === of)) work.set({ ...held, ...change })
}
