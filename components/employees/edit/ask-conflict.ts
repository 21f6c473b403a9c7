import type { Employee } from '#lib/portrait-api/contract.ts'
import type { Conflict, Decision } from './conflict-dialog.tsx'
import { conflicts } from './conflicts.tsx'

type Asked = Omit<Conflict, 'current' | 'decide'> & { current: unknown }

/**
 * Shows both values and waits for the user's decision. Returns null when the user postpones it or the current values
 * are unknown.
 */
export async function askConflict({
  current,
  ...change
}: Asked): Promise<{ keep: Decision; current: Employee } | null> {
  const { changedMeanwhileSchema } = await import('#lib/employees/change-contract.ts')
  const parsed = changedMeanwhileSchema.safeParse(current)
  if (!parsed.success) return null
  const { promise, resolve } = Promise.withResolvers<Decision | null>()
  const conflict: Conflict = { ...change, current: parsed.data, decide: resolve }
  conflicts.set([...conflicts.get(), conflict])
  const keep = await promise
  conflicts.set(conflicts.get().filter(other => other !== conflict))
  return keep && { keep, current: parsed.data }
}
