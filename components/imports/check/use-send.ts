'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toDeskError } from '#lib/errors.ts'
import { useStartImport } from '../use-import.ts'
import { importPeopleKey } from './use-import-people.ts'
import type { ImportTableState } from './use-import-table.ts'

/**
 * Sends exactly what the button said. When the project has changed meanwhile nothing is sent: everybody is read anew,
 * and the person sees the new numbers first.
 */
export function useSend(importId: string, projectId: number, { saver, plan }: ImportTableState) {
  const queries = useQueryClient()
  const start = useStartImport(importId)
  const [keeping, setKeeping] = useState(false)

  async function send() {
    setKeeping(true)
    const kept = await saver.save()
    setKeeping(false)
    if (!kept) return
    const { create, update_rows } = plan
    start.mutate(
      { create: create > 0, update_rows, expected: { create, update: update_rows.length } },
      {
        onError: thrown => {
          if (toDeskError(thrown).code === 'import_changed')
            void queries.invalidateQueries({ queryKey: importPeopleKey(projectId) })
        },
      },
    )
  }

  return { send, busy: keeping || start.isPending, error: start.error && toDeskError(start.error) }
}
