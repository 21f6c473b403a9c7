import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { User } from '#lib/session/contract.ts'
import { singleton } from '#lib/singleton.ts'
import type { ExportJob } from './export-job.ts'

/** An export can be downloaded again for a day; its photos stay in the photo store. */
const KEPT_MS = 24 * 60 * 60_000

/** Remembers a new export and forgets those of yesterday. */
export function addExport(job: ExportJob): void {
  const jobs = getJobs()
  for (const [id, { createdAt, state, unpins }] of jobs) {
    if (state === 'preparing' || createdAt.getTime() >= Date.now() - KEPT_MS) continue
    for (const unpin of unpins) unpin()
    jobs.delete(id)
  }
  jobs.set(job.id, job)
}

/** Another person's export is `not_found`, as if it did not exist. */
export function requireExport(user: User, exportId: string): ExportJob {
  const job = getJobs().get(exportId)
  if (!job || job.ownerId !== user.id) throw new DeskError('not_found')
  return job
}

/** Ends all calls of an export that is being prepared; one that has ended stays as it is. */
export function cancelExport(job: ExportJob): void {
  if (job.state !== 'preparing') return
  job.state = 'cancelled'
  job.cancellation.abort(new DeskError('cancelled'))
}

function getJobs(): Map<string, ExportJob> {
  return singleton('exports', () => new Map<string, ExportJob>())
}
