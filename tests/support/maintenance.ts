import type { FaultRequest } from '#sandbox/faults/fault-input.ts'

/** What a proxy answers in the service's place while that is worked on, where it does not say 503. */
export const MAINTENANCE = [
  ['a redirect', { kind: 'redirect', location: '/maintenance' }, 'service_moved'],
  ['a page with 200', { kind: 'html', status: 200 }, 'bad_service_answer'],
  ['a page with 403', { kind: 'html', status: 403 }, 'bad_service_answer'],
] as const satisfies (readonly [string, FaultRequest['answer'], string])[]

/** The wait of a job ends, as when its time is over. */
export async function endWait({ id }: { id: string }): Promise<void> {
  const { getHeldJobs } = await import('#lib/jobs/job.ts')
  getHeldJobs().get(id)?.wake()
}
