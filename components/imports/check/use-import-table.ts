'use client'

import { useState, useSyncExternalStore } from 'react'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import type { ImportResultRow } from '#lib/contracts/imports.ts'
import { ImportList } from './import-list.ts'
import { RowSaver } from './row-saver.ts'

type Table = { importId: string; rows: readonly ImportResultRow[]; people: readonly ImportPerson[] }

export type ImportTableState = ReturnType<typeof useImportTable>

/** The list as a person works on it, and whether what they have done is kept. */
export function useImportTable({ importId, rows, people }: Table) {
  const [saver] = useState(() => new RowSaver(importId))
  const [held, setHeld] = useState(() => new ImportList({ rows, people, keep: saver.keep }))
  const list = held.people === people ? held : held.against(people)
  if (list !== held) setHeld(list)
  const state = useSyncExternalStore(list.subscribe, list.getState, list.getState)
  const { saving, problem } = useSyncExternalStore(saver.subscribe, saver.getState, saver.getState)
  return {
    ...state,
    list,
    saver,
    saving: saving && !problem,
    saveProblem: problem,
    unsaved: saving || problem !== null,
  }
}
