import type { HeldJob, JobRow } from '#lib/jobs/job.ts'
import { fakeClient } from './fake-client.ts'

/** A job in the hands of this process, on which nobody works. */
export function heldJobOf<Row extends JobRow>(kind: string, row: Row): HeldJob<Row> {
  const cancellation = new AbortController()
  return {
    row,
    kind,
    lease: null,
    client: fakeClient({}),
    signal: cancellation.signal,
    left: null,
    standstill: null,
    isResumed: false,
    resumedFrom: null,
    cancellation,
    ended: Promise.resolve(),
    wake() {},
    interrupt() {},
  }
}
