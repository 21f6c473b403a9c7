import type { Scope } from './contract.ts'

/**
 * Builds the scope "only new photos" of an export: for the same employees or filter. An export with a `since` scope
 * passes on its own restriction.
 */
export function toScopeSince({ id, scope }: { id: string; scope: Scope }): Extract<Scope, { kind: 'since' }> {
  const of = scope.kind === 'since' ? scope.of : scope.kind === 'approved' ? undefined : scope
  return { kind: 'since', export_id: id, ...(of && { of }) }
}
