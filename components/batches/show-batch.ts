'use client'

import type { QueryClient } from '@tanstack/react-query'
import { forgetPeople, readPeopleAnew } from '#components/employees/state/forget-people.ts'
import { personKey } from '#components/employees/state/put-person.ts'
import type { Batch } from '#lib/batches/contract.ts'

/** Brings to the table what a batch has done since the last look at it. */
export async function showBatch(
  queries: QueryClient,
  { before, now }: { before: Batch | undefined; now: Batch },
): Promise<void> {
  const known = new Set(listDone(before))
  const fresh = listDone(now).filter(id => !known.has(id))
  if (fresh.length === 0) return
  if (now.action === 'delete') return forgetPeople(queries, now.project_id, fresh)
  for (const id of fresh) void queries.invalidateQueries({ queryKey: personKey(id) })
  return readPeopleAnew(queries, now.project_id)
}

function listDone(batch: Batch | undefined): number[] {
  return (batch?.results ?? []).filter(({ outcome }) => outcome === 'done').map(result => result.employee_id)
}
