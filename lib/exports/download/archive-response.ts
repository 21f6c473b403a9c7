import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { DeskError } from '#lib/errors.ts'
import type { Archive } from '#lib/exports/archive/archive.ts'
import { ArchiveError } from '#lib/exports/archive/archive-error.ts'
import { toArchiveStream } from '#lib/exports/archive/archive-stream.ts'
import { type ByteRange, parseRange } from '#lib/exports/archive/byte-range.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { isWhole } from '#lib/exports/ending.ts'
import { finishExport } from '#lib/exports/prepare/finish-export.ts'
import { type ArchivePhoto, type OpenArchive, openArchive } from '#lib/exports/prepare/open-archive.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { errorResponse } from '#lib/handlers/responses.ts'
import { attachment } from '#lib/http/content-disposition.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { findOpenResponse } from '#lib/http/open-responses.ts'
import { HTTP_VERSION_HEADER } from '#lib/http/prepare-request.ts'
import { log } from '#lib/log.ts'
import { oneAtATime } from '#lib/one-at-a-time.ts'
import { pinPhoto } from '#lib/photo-store/photo-pins.ts'
import { forgetMark } from '#lib/photo-store/verified-marks.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import type { Sent } from '#lib/store/note-sent.ts'
import { askForPeople, findBroken, restoreFiles } from './restore-files.ts'

type ArchiveWish = {
  part: number
  request: Request
  requireClient(): Promise<PortraitClient>
}

/** Returns the headers of the archive without reading any of its bytes. Throws the same errors as `archiveResponse`. */
export async function archiveHead(found: ExportRow, { part, request }: ArchiveWish): Promise<Response> {
  requireHttp11(request)
  if (!isWhole(found)) throw new DeskError('not_ready')
  const row = await withoutForgotten(found)
  requireReady(row, part)
  const { archive } = await openArchive(row, part)
  if (chooseBytes(request.headers, archive) === 'changed') throw new DeskError('precondition_failed')
  return new Response(null, { headers: toHeaders(row, part, { archive, range: null }) })
}

/**
 * Returns the ZIP, or the range that the browser still lacks. Missing or damaged files are detected here, while an
 * error response is still possible, and fetched again. The same applies to withdrawn approvals and replaced photos,
 * which change the archive. Throws `not_ready`, `cancelled`, `expired`, `not_found` (no such part),
 * `precondition_failed` and `http_version`, and errors of the service when approvals must be checked.
 */
export async function archiveResponse(found: ExportRow, wish: ArchiveWish): Promise<Response> {
  requireHttp11(wish.request)
  // Concurrent requests for the same archive wait, and then do not need to check the same files again.
  const answer = await oneAtATime(`archive of ${found.id}`, () => answerUnlessBroken(found.id, wish))
  if (answer instanceof Response) return answer
  const { row, broken, unpin } = answer
  try {
    await restoreFiles(row, broken, await wish.requireClient())
  } finally {
    unpin()
  }
  return archiveResponse(row, wish)
}

/** Photos that must be fetched before the response can start; `unpin` releases the intact files kept meanwhile. */
type Broken = { row: ExportRow; broken: ArchivePhoto[]; unpin: () => void }

async function answerUnlessBroken(
  id: string,
  { part, request, requireClient }: ArchiveWish,
): Promise<Response | Broken> {
  // Re-read after waiting: the previous request may have started to fetch photos again.
  const found = await requireExport(id)
  requireReady(found, part)
  const isOutdated = await askForPeople(found, requireClient)
  const now = await requireExport(id)
  if (!isWhole(now)) return { row: now, broken: [], unpin() {} }
  const row = await withoutForgotten(now)
  requireReady(row, part)
  const open = await openArchive(row, part)
  const { archive, photos } = open
  const range = chooseBytes(request.headers, archive)
  if (range === 'changed') throw new DeskError('precondition_failed')
  if (range === 'unsatisfiable') return refuseRange(archive, request)
  const wanted = range === null ? photos : archive.entriesOf(range).flatMap(index => photos[index] ?? [])
  const unpins = wanted.map(({ path }) => pinPhoto(path))
  const unpin = () => {
    for (const release of unpins) release()
  }
  try {
    const broken = [...new Set([...photos.filter(isOutdated), ...(await findBroken(wanted))])]
    if (broken.length === 0)
      return new Response(toStream(row, open, { part, range, request, onEnd: unpin }), {
        status: range === null ? 200 : 206,
        headers: toHeaders(row, part, { archive, range }),
      })
    return { row, broken, unpin }
  } catch (error) {
    unpin()
    throw error
  }
}

async function requireExport(id: string): Promise<ExportRow> {
  const row = await getExportStore().find(id)
  if (!row) throw new DeskError('not_found')
  return row
}

/**
 * Rebuilds archives from the remaining photos when their texts are missing. Removing an employee from an export
 * (`forgetInExports`) deletes its reports. Also rebuilds older archives in which a report lies beside published photos.
 * This costs no call.
 */
async function withoutForgotten(row: ExportRow): Promise<ExportRow> {
  const store = getExportStore()
  if (row.state !== 'ready') return row
  const whole = await store.hasTexts(row.id, row.parts.length)
  if (whole && (!isPublished(row) || row.parts.some(({ report }) => report))) return row
  await finishExport(row, 'ready')
  return (await store.find(row.id)) ?? row
}

/** False for a target that the desk no longer has: nothing can be rebuilt for it. */
function isPublished({ request }: ExportRow): boolean {
  const { target } = resolvedRequestSchema.parse(request)
  return getTargets().some(({ id, published }) => id === target && published)
}

function toStream(
  row: ExportRow,
  { archive, photos }: OpenArchive,
  {
    part,
    range,
    request,
    onEnd,
  }: { part: number; range: ByteRange | null; request: Request; onEnd: () => void },
): ReadableStream<Uint8Array> {
  // A download may take hours: full rows would stay in memory that long, once for each download.
  const files = photos.map(({ position, edited_at, file_name, employee_id, path }) => {
    return { position, edited_at, file_name, employee_id, path }
  })
  const { etag } = archive
  return toArchiveStream(archive.write(range ?? undefined), {
    answer: findOpenResponse(request),
    async onEnd(sent) {
      onEnd()
      const first = range?.first ?? 0
      await noteSent(row.id, { part, etag, first, end: first + sent, photos: files })
    },
    onError(error) {
      const name = error instanceof ArchiveError ? error.fileName : null
      const damaged = files.find(({ file_name }) => file_name === name)
      // The next attempt checks every byte of the file before the response starts.
      if (damaged) forgetMark(damaged.path)
      log('error', 'archive_broken', {
        export: row.id,
        employee: damaged?.employee_id,
        error: error instanceof Error ? error.name : 'unknown',
      })
    },
  })
}

/**
 * Records also interrupted downloads, because the browser resumes there. The bytes have been sent even when recording
 * fails.
 */
async function noteSent(id: string, sent: Sent): Promise<void> {
  if (sent.end === sent.first) return
  await getExportStore()
    .noteSent(id, sent)
    .catch(error => log('error', 'download_not_noted', { export: id, ...describeError(error) }))
}

function toHeaders(
  row: ExportRow,
  part: number,
  { archive, range }: { archive: Archive; range: ByteRange | null },
): Headers {
  const headers = new Headers(API_HEADERS)
  headers.set('content-type', 'application/zip')
  headers.set('content-length', String(range ? range.end - range.first : archive.size))
  if (range) headers.set('content-range', `bytes ${range.first}-${range.end - 1}/${archive.size}`)
  headers.set('accept-ranges', 'bytes')
  headers.set('etag', archive.etag)
  headers.set('content-disposition', attachment(row.parts[part - 1]?.file_name ?? 'portraits.zip'))
  headers.set('x-accel-buffering', 'no')
  return headers
}

function refuseRange({ size }: Archive, request: Request): Response {
  const answer = errorResponse(new DeskError('range_not_satisfiable'), request)
  answer.headers.set('content-range', `bytes */${size}`)
  return answer
}

/**
 * HTTP/1.0 cannot signal an interrupted response; a proxy that speaks it would pass on half an archive as a complete
 * one. `lib/http/prepare-request.ts` sets the version header and overwrites any value from the client.
 */
function requireHttp11(request: Request): void {
  if (request.headers.get(HTTP_VERSION_HEADER) === '1.0') throw new DeskError('http_version')
}

function requireReady(row: ExportRow, part: number): void {
  if (row.state === 'cancelled' || row.state === 'expired') throw new DeskError(row.state)
  if (row.state !== 'ready') throw new DeskError('not_ready')
  if (part > row.parts.length) throw new DeskError('not_found')
}

/**
 * Chooses the bytes for a request (RFC 9110 sections 13 and 14): a range, or null for all. Chrome resumes a download
 * with `If-Range`, Firefox with `If-Match`; `changed` means that the archive they started no longer exists.
 */
function chooseBytes(
  headers: Headers,
  { etag, size }: Pick<Archive, 'etag' | 'size'>,
): ByteRange | 'unsatisfiable' | 'changed' | null {
  const match = headers.get('if-match')
  if (match !== null && match.trim() !== '*' && !listOf(match).includes(etag)) return 'changed'
  const condition = headers.get('if-range')
  // A date never matches, because an archive is identified only by its tag.
  if (condition !== null && condition.trim() !== etag) return null
  return parseRange(headers.get('range'), size)
}

function listOf(tags: string): string[] {
  return tags.split(',').map(tag => tag.trim())
}
