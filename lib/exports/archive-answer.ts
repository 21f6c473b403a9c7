import 'server-only'
import { stat } from 'node:fs/promises'
import { DeskError } from '#lib/errors.ts'
import { attachment } from '#lib/http/content-disposition.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { log } from '#lib/log.ts'
import { toArchiveStream } from './archive/archive-stream.ts'
import type { ExportJob } from './export-job.ts'

/** The headers of the archive, without reading a byte of it. Throws `not_ready` and `cancelled`. */
export function archiveHeaders(job: ExportJob): Headers {
  if (job.state === 'cancelled') throw new DeskError('cancelled')
  if (!job.archive) throw new DeskError('not_ready')
  const headers = new Headers(API_HEADERS)
  headers.set('content-type', 'application/zip')
  headers.set('content-length', String(job.archive.size))
  headers.set('content-disposition', attachment(job.fileName))
  headers.set('x-accel-buffering', 'no')
  return headers
}

/** The ZIP. What is missing on disk is noticed here, while the answer can still be an error. */
export async function archiveAnswer(job: ExportJob): Promise<Response> {
  const headers = archiveHeaders(job)
  if (!job.archive) throw new DeskError('not_ready')
  await requirePhotosOnDisk(job)
  const body = toArchiveStream(job.archive, error =>
    log('error', 'archive_broken', {
      export: job.id,
      error: error instanceof Error ? error.name : 'unknown',
    }),
  )
  return new Response(body, { headers })
}

async function requirePhotosOnDisk(job: ExportJob): Promise<void> {
  for (const { photo } of job.included) {
    const { size } = await stat(photo.path).catch(() => ({ size: -1 }))
    if (size !== photo.bytes) throw new DeskError('not_ready')
  }
}
