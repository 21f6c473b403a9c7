import 'server-only'
import { toDeskError } from '#lib/errors.ts'
import { createPort } from './port.ts'

/** A transaction in which the guard can look up whose job it is. */
type Lookup = { get(sql: string, ...values: (string | number | null)[]): Promise<unknown> }

/** Decides whether the current work may still change anything. Work that belongs to no claimed job always may. */
export type WriteGuard = {
  /** True inside a job that another desk could have claimed meanwhile. */
  isActive(): boolean
  /** Checked before a change leaves this desk. Throws `cancelled`, never sent, unless the claim certainly lasts. */
  requireForCall(): Promise<void>
  /** Checked in the transaction of a write. Throws `cancelled` when another desk has claimed the job. */
  requireForWrite(within: Lookup): Promise<void>
}

export const writeGuard = createPort<WriteGuard>('write-guard', {
  isActive: () => false,
  requireForCall: async () => {},
  requireForWrite: async () => {},
})

/**
 * True when the guard could not confirm the claim in time. Nothing has failed: the step starts again with what is left.
 */
export function isRefusedByGuard(thrown: unknown): boolean {
  const { code, neverSent } = toDeskError(thrown)
  return code === 'cancelled' && neverSent
}
