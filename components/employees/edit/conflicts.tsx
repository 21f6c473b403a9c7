'use client'

import { lazy, Suspense } from 'react'
import { createStore } from '#components/ui/browser/store.ts'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { Conflict, Decision } from './conflict-dialog.tsx'

const ConflictDialog = lazy(whenOnline(() => import('./conflict-dialog.tsx')))
const waiting = createStore<readonly Conflict[]>([])

type Asked = Omit<Conflict, 'current' | 'decide'> & { current: unknown }

/** Shows both values and waits for the person. Null when they put it off, or when the current values are unknown. */
export async function askConflict({
  current,
  ...change
}: Asked): Promise<{ keep: Decision; current: Employee } | null> {
  const { changedMeanwhileSchema } = await import('#lib/employees/change-contract.ts')
  const parsed = changedMeanwhileSchema.safeParse(current)
  if (!parsed.success) return null
  const { promise, resolve } = Promise.withResolvers<Decision | null>()
  const conflict: Conflict = { ...change, current: parsed.data, decide: resolve }
  waiting.set([...waiting.get(), conflict])
  const keep = await promise
  waiting.set(waiting.get().filter(other => other !== conflict))
  return keep && { keep, current: parsed.data }
}

/** Where conflicts ask their question, one after another. */
export function ConflictHost() {
  const [conflict] = waiting.use()
  return (
    conflict && (
      <Suspense>
        <ConflictDialog key={conflict.employee.id} conflict={conflict} />
      </Suspense>
    )
  )
}
