import type { HeldJob, JobRow } from '#lib/jobs/job.ts'
import { jobClaims } from '#lib/ports/job-claims.ts'
import { fakeClient } from './fake-client.ts'

/** A job that this process holds but does not work on. */
export function heldJobOf<Row extends JobRow>(kind: string, row: Row): HeldJob<Row> {
  const cancellation = new AbortController()
  return {
    row,
    kind,
    claim: jobClaims.get().open('job'),
    client: fakeClient({}),
    signal: cancellation.signal,
    left: null,
    blocked: null,
    isResumed: false,
    resumedFrom: null,
    cancellation,
    ended: Promise.resolve(),
    wake() {},
    interrupt() {},
  }
}
