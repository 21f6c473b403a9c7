import { DeskError } from '#lib/errors.ts'
import type { Scope } from './contract.ts'
import type { PlanScope } from './scope.ts'

/** What an earlier export held, `edited_at` by employee; null when there is none that this person may see. */
type FindEarlier = (exportId: string) => Promise<ReadonlyMap<number, string> | null>

/** The scope with an earlier export looked up. Throws `not_found`. */
export async function resolveScope(scope: Scope, findEarlier: FindEarlier): Promise<PlanScope> {
  if (scope.kind !== 'since') return scope
  const editedAt = await findEarlier(scope.export_id)
  if (!editedAt) throw new DeskError('not_found')
  return { kind: 'since', editedAt }
}
