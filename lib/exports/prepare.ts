import 'server-only'
import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import { DeskError, type ErrorCode, toDeskError } from '#lib/errors.ts'
import { pinPhoto } from '#lib/photos/photo-pins.ts'
import { fetchPhoto } from '#lib/photos/photo-store.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { type Archive, type ArchiveEntry, planArchive } from './archive/archive.ts'
import type { ExportJob } from './export-job.ts'
import { type PlannedPhoto, planExport } from './plan.ts'
import { toProblem } from './problems.ts'
import { readPeople } from './read-people.ts'
import { writeReport } from './report.ts'

/** Photos on their way at once: enough to use a burst of the budget, few enough to keep memory flat. */
const PHOTOS_IN_FLIGHT = 6
const REPORT_NAME = 'report.csv'

/** Errors that concern everybody: no further photo can be had, so the export fails instead of listing them all. */
const FATAL = new Set<ErrorCode>(['key_rejected', 'no_api_access', 'unknown_size', 'internal'])

/** Takes an export from `preparing` to `ready`, `failed` or (from outside) `cancelled`. Never throws. */
export async function prepareExport(
  client: PortraitClient,
  job: ExportJob,
  firstPage: EmployeePage,
): Promise<void> {
  const { signal } = job.cancellation
  try {
    const people = await readPeople(client, job.request, { firstPage, signal })
    const plan = planExport(people, { ...job.planOptions, createdAt: job.createdAt })
    job.problems = plan.problems
    job.total = plan.entries.length
    await fetchAll(client, job, plan.entries)
    if (job.included.length === 0 && job.failed > 0) throw new DeskError(lastCode(job))
    signal.throwIfAborted()
    job.archive = toArchive(job)
    job.state = 'ready'
  } catch (thrown) {
    for (const unpin of job.unpins) unpin()
    if (signal.aborted && job.state === 'cancelled') return
    job.error = toDeskError(thrown).code
    job.state = 'failed'
    job.cancellation.abort(thrown)
  }
}

/**
 * A few workers share one queue; the first fatal error ends them all. It is told when the last of them has ended, so
 * that none still pins a photo for an export that is over.
 */
async function fetchAll(client: PortraitClient, job: ExportJob, entries: PlannedPhoto[]): Promise<void> {
  const queue = entries.values()
  const worker = async () => {
    for (const entry of queue) await fetchOne(client, job, entry)
  }
  const ends = await Promise.allSettled(Array.from({ length: PHOTOS_IN_FLIGHT }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function fetchOne(client: PortraitClient, job: ExportJob, entry: PlannedPhoto): Promise<void> {
  const { signal } = job.cancellation
  const ref = { employeeId: entry.employee.id, ...entry.source, editedAt: entry.editedAt }
  try {
    const photo = await fetchPhoto(client, ref, { lane: 'background', signal })
    job.unpins.push(pinPhoto(photo.path))
    job.included.push({ entry, photo })
  } catch (thrown) {
    const error = toDeskError(thrown)
    if (signal.aborted || FATAL.has(error.code)) {
      job.cancellation.abort(thrown)
      throw thrown
    }
    job.failed += 1
    job.problems.push(toProblem(entry.employee, error.code, null))
  }
}

function lastCode(job: ExportJob): ErrorCode {
  const code = job.problems.findLast(({ file_name }) => file_name === null)?.code
  return (code as ErrorCode | undefined) ?? 'internal'
}

/** The photos in the order of the plan, and the report as the last file. */
function toArchive(job: ExportJob): Archive {
  job.included.sort((a, b) => a.entry.employee.id - b.entry.employee.id)
  const report = writeReport(job)
  const photos = job.included.map(
    ({ entry, photo }): ArchiveEntry => ({
      name: entry.renditions[0]?.fileName ?? '',
      size: photo.bytes,
      crc32: photo.crc32,
      open: () => createReadStream(photo.path, { highWaterMark: 256 * 1024 }),
    }),
  )
  const last = {
    name: REPORT_NAME,
    size: report.length,
    crc32: crc32(report),
    open: async function* () {
      yield report
    },
  }
  return planArchive([...photos, last], job.createdAt)
}
