'use client'

import { useMemo } from 'react'
import { z } from 'zod/mini'
import { toStoredName } from '#components/page/stored.ts'
import { IMPORT_FIELDS } from '#lib/contracts/import-rows.ts'
import { guessMapping } from '#lib/imports/map/guess-mapping.ts'
import { mapRows } from '#lib/imports/map/map-rows.ts'
import {
  listMissingFields,
  type Mapping,
  NAME_ORDERS,
  type RememberedMapping,
} from '#lib/imports/map/mapping.ts'
import { recallMapping } from '#lib/imports/map/recall-mapping.ts'
import { changeImportWork, type ImportWork } from '../work/import-work.ts'
import { listHeaders, toDataRows } from './columns.ts'

const rememberedSchema = z.object({
  columns: z.partialRecord(z.enum(IMPORT_FIELDS), z.string()),
  full_name: z.optional(z.object({ header: z.string(), order: z.enum(NAME_ORDERS) })),
})

/** Enough of a list to see what its columns contain. */
const PREVIEW_ROWS = 5

/** Returns the mapping of columns: as the user chose, as it was last time, or as guessed. */
export function useMapping(work: ImportWork) {
  const headers = useMemo(() => listHeaders(work), [work])
  const rows = useMemo(() => toDataRows(work.table, work.headerRow), [work.table, work.headerRow])
  const remembered = useMemo(() => getRememberedMapping(work.projectId), [work.projectId])
  const guess = useMemo(
    () => guessMapping(headers, { rows, hidden: work.table.hidden_columns }),
    [headers, rows, work.table],
  )
  const recalled = useMemo(() => remembered && recallMapping(headers, remembered), [headers, remembered])
  const mapping = work.mapping ?? recalled ?? guess
  const preview = useMemo(() => mapRows(rows.slice(0, PREVIEW_ROWS), mapping), [rows, mapping])
  return {
    headers,
    rows,
    mapping,
    preview,
    missing: listMissingFields(mapping),
    /** The columns are those of the last list and differ from the guess for this one. */
    recalled: Boolean(work.mapping === null && recalled && !isSameMapping(recalled, guess)),
    change: (next: Mapping) => changeImportWork({ mapping: next }),
    guessAnew: () => changeImportWork({ mapping: guess }),
  }
}

function isSameMapping(one: Mapping, other: Mapping): boolean {
  const isSameName =
    one.full_name?.column === other.full_name?.column && one.full_name?.order === other.full_name?.order
  return isSameName && IMPORT_FIELDS.every(field => one.columns[field] === other.columns[field])
}

/** Reads the columns that this browser last used for a project: header texts, no personal data. */
function getRememberedMapping(projectId: number): RememberedMapping | undefined {
  try {
    return rememberedSchema.parse(JSON.parse(localStorage.getItem(toKey(projectId)) ?? ''))
  } catch {
    return undefined
  }
}

export function saveRememberedMapping(projectId: number, mapping: RememberedMapping): void {
  try {
    localStorage.setItem(toKey(projectId), JSON.stringify(mapping))
  } catch {
    // A browser without storage only remembers nothing.
  }
}

function toKey(projectId: number): string {
  return toStoredName(`import-columns:${projectId}`)
}
