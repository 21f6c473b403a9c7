'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#lib/address/paths.ts'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import { type ImportResultRow, importPeopleResponse } from '#lib/contracts/imports.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { findUpdates, keepUpdates } from '../work/kept-updates.ts'
import { ImportList } from './import-list.ts'
import { RowSaver } from './row-saver.ts'

const POLL_MS = 700

type Table = { importId: string; rows: readonly ImportResultRow[]; people: readonly ImportPerson[] }

export type ImportTableState = ReturnType<typeof useImportTable>

/** The list as a person works on it, and whether what they have done is kept. */
export function useImportTable({ importId, rows, people }: Table) {
  const [saver] = useState(() => new RowSaver(importId))
  const [held, setHeld] = useState(() => {
    const updates = findUpdates(importId)
    const keepTaken = (taken: ReadonlySet<number>) => keepUpdates(importId, taken)
    return new ImportList({ rows, people, keep: saver.keep, updates, keepUpdates: keepTaken })
  })
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

/** Everybody in the project, to compare with. The desk may still be reading: it is asked again until all are there. */
export function useImportPeople(projectId: number) {
  return useQuery({
    queryKey: importPeopleKey(projectId),
    queryFn: ({ signal }) => deskRequest(paths.api.importPeople(projectId), importPeopleResponse, { signal }),
    refetchInterval: ({ state: { data, error } }) => (data?.meta.complete || error ? false : POLL_MS),
    staleTime: 0,
    structuralSharing: false,
  })
}

export function importPeopleKey(projectId: number) {
  return ['import-people', projectId] as const
}
