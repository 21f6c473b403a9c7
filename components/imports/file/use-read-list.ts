'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { toDataRows } from '#components/imports/columns/columns.ts'
import { announce } from '#components/ui/announce.tsx'
import { ReadError } from '#lib/imports/read/read-error.ts'
import { hasPeople, IMPORT_BYTES_MAX, type ReadOverrides } from '#lib/imports/read/table.ts'
import { type ImportWork, setImportWork } from '../work/import-work.ts'
import { type ListBytes, readList } from './read-list.ts'

export type ReadList = ReturnType<typeof useReadList>

/**
 * The list that this tab is reading. Reading continues when the user leaves the screen, so a new list may meet it
 * later.
 */
let running: AbortController | null = null

/** Reads a list and keeps it as the work of this tab. A second list replaces the first, also while reading. */
export function useReadList(projectId: number) {
  const t = useTranslations('imports.file')
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<ReadError | null>(null)

  async function read(list: () => Promise<ListBytes> | ListBytes) {
    running?.abort()
    const controller = new AbortController()
    running = controller
    const { signal } = controller
    setReading(true)
    setProblem(null)
    try {
      const found = await readList(list, signal)
      setImportWork(found)
      const count = toDataRows(found.table, found.headerRow).length
      announce(t(hasPeople(found.table) ? 'announceRead' : 'announceRows', { count }))
    } catch (thrown) {
      if (signal.aborted) return
      setProblem(thrown instanceof ReadError ? thrown : new ReadError('broken'))
    } finally {
      if (running === controller) setReading(false)
    }
  }

  function readFile(file: File) {
    void read(async () => {
      if (file.size > IMPORT_BYTES_MAX) throw new ReadError('too_large')
      const bytes = new Uint8Array(await file.arrayBuffer())
      return { projectId, fileName: file.name, bytes, overrides: {} }
    })
  }

  function readCells(text: string) {
    void read(() => ({ projectId, fileName: null, bytes: new TextEncoder().encode(text), overrides: {} }))
  }

  /**
   * Reads the list again with the user's correction. A different encoding keeps the same lines, so the draft stays
   * linked.
   */
  function readAgain({ fileName, bytes, overrides, draft }: ImportWork, change: ReadOverrides) {
    const again = { projectId, fileName, bytes, overrides: { ...overrides, ...change } }
    void read(() => (draft && change.encoding ? { ...again, draft } : again))
  }

  function cancel() {
    running?.abort()
    setReading(false)
  }

  return { reading, problem, readFile, readCells, readAgain, cancel }
}
