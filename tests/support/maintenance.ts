import type { FaultRequest } from '#sandbox/faults/fault-input.ts'

/** Answers of a proxy during maintenance of the service, other than 503. */
export const MAINTENANCE = [
  ['a redirect', { kind: 'redirect', location: '/maintenance' }, 'service_moved'],
  ['a page with 200', { kind: 'html', status: 200 }, 'bad_service_answer'],
  ['a page with 403', { kind: 'html', status: 403 }, 'bad_service_answer'],
] as const satisfies (readonly [string, FaultRequest['answer'], string])[]

/** Ends the wait of a job, as its timer does. */
export async function endWait({ id }: { id: string }): Promise<void> {
  const { getHeldJobs } = await import('#lib/jobs/job.ts')
  getHeldJobs().get(id)?.wake()
}
