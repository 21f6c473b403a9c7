'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { asksByItself } from '#components/page/asks-by-itself.ts'
import { paths } from '#lib/address/paths.ts'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import { type Import, type ImportResultRow, importPeopleResponse } from '#lib/contracts/imports.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { ImportList } from './import-list.ts'
import { readRows, saverOf } from './row-saver.ts'

const POLL_MS = 700
/** Poll interval after the service did not answer; the desk makes no calls to it in between. */
const POLL_FAILED_MS = 10_000
/** A user who returns to the tab later than this gets a new comparison. */
const FRESH_MS = 60_000

type Table = { of: Import; rows: readonly ImportResultRow[]; people: readonly ImportPerson[] }

export type ImportTableState = ReturnType<typeof useImportTable>

/** State of the list that a user edits, and whether the edits are saved. */
export function useImportTable({ of, rows, people }: Table) {
  const readAnew = useReadAnew(of)
  const [saver] = useState(() => saverOf(of.id, readAnew))
  const [held, setHeld] = useState(() => ({ rows, list: new ImportList({ rows, people, keep: saver.keep }) }))
  const list = held.rows === rows ? held.list : held.list.readAnew({ rows, people, keep: saver.keep })
  useEffect(() => list.compareWith(people), [list, people])
  if (list !== held.list) setHeld({ rows, list })
  const state = list.useState()
  const { saving, problem } = saver.state.use()
  const project = useMemo(() => ({ projectId: of.project_id, people }), [of.project_id, people])
  return {
    ...state,
    list,
    project,
    saver,
    saving: saving && !problem,
    saveProblem: problem,
    unsaved: saving || problem !== null,
  }
}

/**
 * Reads all rows of an import that is not running. Sending changes their outcomes, so each sending has its own query.
 */
export function useImportRows({ id, state, started_at }: Import) {
  return useQuery({
    queryKey: ['import-rows', id, started_at, state],
    queryFn: ({ signal }) => readRows(id, signal),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Reads the import, its rows and the employees again after another tab, or the sending, has changed them. */
export function useReadAnew({ id, project_id }: Import): () => void {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [['import', id], ['import-rows', id], importPeopleKey(project_id)])
      void queries.invalidateQueries({ queryKey })
  }
}

/**
 * Reads all employees of the project, to compare with. The desk may still be loading or reloading them: it is polled
 * until all are up to date.
 */
export function useImportPeople(projectId: number) {
  return useQuery({
    queryKey: importPeopleKey(projectId),
    queryFn: query => {
      const request = { signal: query.signal, background: asksByItself(query) }
      return deskRequest(paths.api.importPeople(projectId), importPeopleResponse, request)
    },
    refetchInterval: ({ state: { data, error } }) => {
      if (error || data?.meta.failed) return data ? POLL_FAILED_MS : false
      return data?.meta.complete && !data.meta.reading ? false : POLL_MS
    },
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > FRESH_MS && 'always',
    staleTime: 0,
  })
}

function importPeopleKey(projectId: number) {
  return ['import-people', projectId] as const
}
