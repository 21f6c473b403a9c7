'use client'

import { createStore } from '#components/ui/browser/store.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'

type Decision = 'mine' | 'theirs'

export type Conflict = {
  /** As the person saw them. */
  employee: Employee
  changes: EmployeeUpdate
  /** As the service has them now. */
  current: Employee
  /** Null puts the decision off. */
  decide: (keep: Decision | null) => void
}

type Asked = Omit<Conflict, 'current' | 'decide'> & { current: unknown }

const waiting = createStore<readonly Conflict[]>([])

/** Shows both values and waits for the person. Null when they put it off, or when nobody can say what is there now. */
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

/** The one to be decided now. */
export function useConflict(): Conflict | null {
  return waiting.use()[0] ?? null
}
