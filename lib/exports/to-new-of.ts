import type { Scope } from './contract.ts'

/**
 * "Only what is new" of an export: of its own people or of its filter alone. One that was itself of what is new says of whom.
 */
export function toNewOf({ id, scope }: { id: string; scope: Scope }): Extract<Scope, { kind: 'since' }> {
  const of = scope.kind === 'since' ? scope.of : scope.kind === 'approved' ? undefined : scope
  return { kind: 'since', export_id: id, ...(of && { of }) }
}
