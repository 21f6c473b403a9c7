import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { DeskError } from '#lib/errors.ts'
import type { Archive } from '#lib/exports/archive/archive.ts'
import type {
  ArchiveContext,
  ArchiveText,
  ExportResult,
  IncludedPhoto,
} from '#lib/exports/archive-contents.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { writeManifests } from '#lib/exports/manifests/write-manifests.ts'
import { assignParts } from '#lib/exports/plan/assign-parts.ts'
import { isNotice } from '#lib/exports/problems.ts'
import { writeReport } from '#lib/exports/report/report-page.ts'
import { getTargetOrPlain } from '#lib/exports/targets/get-targets.ts'
import { getArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { EntryRow, ExportPart, ExportRow, TextRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { toArchive } from './open-archive.ts'

/**
 * Divides the fetched photos into archives, writes their texts, and makes the export `ready`. Every byte of each
 * archive is fixed from then on, until an employee in it is removed: then it is rebuilt `from: 'ready'`.
 */
export async function finishExport(
  { id }: Pick<ExportRow, 'id'>,
  from: 'preparing' | 'ready' = 'preparing',
): Promise<void> {
  let outcome = await tryToFinish(id, from)
  // An employee was removed while the archives were described, so they are described again without that employee.
  while (outcome === 'changed') outcome = await tryToFinish(id, from)
  if (outcome === 'other_state') throw new DeskError(from === 'ready' ? 'not_ready' : 'cancelled')
}

async function tryToFinish(id: string, from: 'preparing' | 'ready') {
  const store = getExportStore()
  const row = await store.find(id)
  if (!row) throw new DeskError('not_found')
  const all = await store.entries(id)
  const same = describe(row, all)
  const before = row.parts.map(({ etag }) => etag)
  // Archives made by an older version of the desk have no ETag stored.
  const isOther =
    before.some(Boolean) &&
    !isDeepStrictEqual(
      same.parts.map(({ etag }) => etag),
      before,
    )
  const renewed_at = isOther ? new Date().toISOString() : row.renewed_at
  const made = isOther ? describe({ ...row, renewed_at }, all) : same
  return store.finish(id, { ...made, renewed_at, seen: { row, entries: all } }, from)
}

/** Computes everything about an export's archives that follows from the fetched photos. */
function describe(row: ExportRow, all: EntryRow[]) {
  const entries = all.filter(({ state }) => state === 'done')
  const people = [...Map.groupBy(entries, ({ employee_id }) => employee_id).values()]
  const context = toContext(row)
  const inside = new Set(entries.map(({ employee_id }) => employee_id))
  // An employee removed while the export ran may still have a notice about a file.
  const problems = row.problems.filter(problem => !isNotice(problem) || inside.has(problem.employee_id))
  const reported = { problems, waiting: row.waiting }
  const included = toIncluded(people, reported, { row, context })
  const of = included.reduce((most, { part }) => Math.max(most, part), Math.max(1, countSettled(row)))
  const result: ExportResult = { included, ...reported }
  const texts: TextRow[] = []
  for (let number = 1; number <= of; number += 1) {
    const written = writeTexts(result, { ...context, part: { number, of } })
    for (const { name, bytes } of written) texts.push({ part: number, name, content: bytes })
  }
  const placed = people.flatMap((files, index) =>
    files.map(file => ({ ...file, part: included[index]?.part ?? 1 })),
  )
  const parts = Array.from({ length: of }, (_, index): ExportPart => {
    const part = index + 1
    const photos = placed.filter(file => file.part === part)
    const archive = toArchive(
      row,
      photos,
      texts.filter(text => text.part === part),
    )
    return {
      file_name: toPartName(row.file_stem, { part, of }),
      photos: photos.length,
      bytes: archive.size,
      report: false,
      ...toSent(row, archive),
    }
  })
  if (context.target.published) {
    const part = of + 1
    const report = writeReport(result, { ...context, part: { number: part, of } })
    const inside = report.map(({ name, bytes }) => ({ part, name, content: bytes }))
    const archive = toArchive(row, [], inside)
    const file_name = toReportName(row.file_stem, context)
    texts.push(...inside)
    parts.push({ file_name, photos: 0, bytes: archive.size, report: true, ...toSent(row, archive) })
  }
  // Employees who come back later go into the last part, because earlier parts may have been downloaded.
  const outside = all.filter(({ state }) => state !== 'done').map(entry => ({ ...entry, part: 0 }))
  const places = [...placed, ...outside].map(({ position, part }) => ({ position, part }))
  return { parts, places, texts }
}

/** An archive that existed before keeps its record of sent bytes. */
function toSent(row: ExportRow, { etag }: Archive): Pick<ExportPart, 'etag' | 'sent'> {
  return { etag, sent: row.parts.find(part => part.etag === etag)?.sent ?? [] }
}

function toContext(row: ExportRow): ArchiveContext {
  const request = resolvedRequestSchema.parse(row.request)
  return {
    target: getTargetOrPlain(request.target, { published: row.parts.some(isReport) }),
    naming: request.naming,
    project: row.project,
    locale: request.locale,
    size: row.size,
    createdAt: new Date(row.created_at),
    renewedAt: row.renewed_at === null ? null : new Date(row.renewed_at),
    timeZone: getEnv().timeZone,
    part: { number: 1, of: 1 },
  }
}

/** Assigns each employee to a part: one employee's files are never split. */
function toIncluded(
  people: EntryRow[][],
  reported: Omit<ExportResult, 'included'>,
  { row, context }: { row: ExportRow; context: ArchiveContext },
): IncludedPhoto[] {
  const included = people.flatMap((files): IncludedPhoto[] => {
    const [first] = files
    if (!first) return []
    return [
      {
        employee: first.employee,
        editedAt: first.edited_at,
        part: first.part,
        files: files.map(({ file_name, bytes, sha256 }) => ({
          fileName: file_name,
          bytes: bytes ?? 0,
          sha256: sha256 ?? '',
        })),
      },
    ]
  })
  const items = included.map(({ files, part }) => ({
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    part,
  }))
  const { limits } = context.target
  const settled = countSettled(row)
  const reserved = limits.bytes === null ? 0 : measureTexts(row, { included, ...reported }, context)
  const parts = assignParts(items, limits, { reserved, settled })
  return included.map((photo, index) => ({ ...photo, part: parts[index] ?? 1 }))
}

/**
 * Measures the bytes of an archive before its first photo. Every part carries the report of the whole export, which
 * names each employee's part. The longest possible part number therefore gives the maximum length.
 */
function measureTexts(
  row: ExportRow,
  { included, ...reported }: ExportResult,
  context: ArchiveContext,
): number {
  const most = included.length + countSettled(row) + 1
  const placed = included.map(photo => ({ ...photo, part: most }))
  const part = { number: most, of: most }
  const texts = writeTexts({ included: placed, ...reported }, { ...context, part })
  return toArchive(
    row,
    [],
    texts.map(({ name, bytes }) => ({ part: most, name, content: bytes })),
  ).size
}

/** Number of photo archives when the export was ready before. */
function countSettled({ parts }: ExportRow): number {
  return parts.filter(part => !isReport(part)).length
}

function toPartName(stem: string, { part, of }: { part: number; of: number }): string {
  return of === 1 ? `${stem}.zip` : `${stem}_${part}-of-${of}.zip`
}

/** The file name itself says that the report is private. */
function toReportName(stem: string, { locale }: ArchiveContext): string {
  return `${stem}_${getArchiveTexts(locale)('report.privateFile')}.zip`
}

/**
 * Writes all texts of one part: the target's files, and the report of the whole export. Published archives omit the
 * report, because anyone who finds the photos would find it too.
 */
function writeTexts(result: ExportResult, context: ArchiveContext): ArchiveText[] {
  const manifests = writeManifests(result.included, context)
  return context.target.published ? manifests : [...manifests, ...writeReport(result, context)]
}

function isReport({ report }: ExportPart): boolean {
  return report
}
