'use client'

import { useState } from 'react'
import type { ImportPerson } from '#lib/imports/contract.ts'
import type { ImportResultRow } from '#lib/imports/import-contract.ts'
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
  const state = list.useState()
  const { saving, problem } = saver.state.use()
  return {
    ...state,
    list,
    saver,
    saving: saving && !problem,
    saveProblem: problem,
    unsaved: saving || problem !== null,
  }
}
