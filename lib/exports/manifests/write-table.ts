import { toCsvFile } from '#lib/csv/write-csv.ts'
import type { ArchiveContext, ArchiveText, IncludedPhoto } from '#lib/exports/archive-contents.ts'
import { placeholderValue, toPersonName } from '#lib/exports/naming/person-name.ts'
import { fillTemplate, parseTemplate, splitTemplate } from '#lib/exports/naming/template.ts'
import {
  COLUMN_PLACEHOLDERS,
  type ColumnPlaceholder,
  type TableManifest,
} from '#lib/exports/targets/manifest.ts'

type File = IncludedPhoto['files'][number]

/**
 * Writes one line for each file. Values stay exactly as the service has them, including invisible characters, because a
 * system matches by them.
 */
export function writeTable(
  manifest: TableManifest,
  included: IncludedPhoto[],
  context: ArchiveContext,
): ArchiveText {
  const columns = manifest.columns.map(({ value }) => splitTemplate(value, COLUMN_PLACEHOLDERS))
  const keyOf = keysBy(context)
  const rows = included.flatMap(photo =>
    photo.files.map(file =>
      columns.map(column => fillTemplate(column, name => toValue(name, photo, { file, keyOf, context }))),
    ),
  )
  const head = manifest.header
    ? [manifest.columns.map(({ header }) => (typeof header === 'string' ? header : header[context.locale]))]
    : []
  const { file: name, separator, quotes, formulas, byte_order_mark: byteOrderMark } = manifest
  return { name, bytes: toCsvFile([...head, ...rows], { separator, quotes, formulas, byteOrderMark }) }
}

function toValue(
  name: ColumnPlaceholder,
  photo: IncludedPhoto,
  { file, keyOf, context }: { file: File; keyOf: (photo: IncludedPhoto) => string; context: ArchiveContext },
): string {
  if (name === 'file') return file.fileName
  if (name === 'sha256') return file.sha256
  if (name === 'part') return String(photo.part)
  if (name === 'key') return keyOf(photo)
  const { project, createdAt, timeZone, naming } = context
  return placeholderValue(name, photo.employee, {
    project,
    createdAt,
    timeZone,
    editedAt: photo.editedAt,
    pad: naming.pad,
  })
}

/**
 * Returns the key by which the receiving system finds an employee: the requested name, before it was made safe for a
 * file.
 */
function keysBy({ naming, project, createdAt, timeZone }: ArchiveContext): (photo: IncludedPhoto) => string {
  const template = parseTemplate(naming.template)
  return ({ employee, editedAt }) =>
    toPersonName(employee, template, { naming, facts: { project, createdAt, timeZone, editedAt } }).text
}
