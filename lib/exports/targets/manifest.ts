/** Files that a receiving system needs besides the photos. */
import { z } from 'zod'
import { PLACEHOLDERS, splitTemplate, TemplateError } from '#lib/exports/naming/template.ts'
import { foldName } from '#lib/exports/naming/unique-names.ts'

/**
 * Adds to the placeholders of file names: `key` is the value by which the system finds the employee, `file` the file in
 * the archive.
 */
export const COLUMN_PLACEHOLDERS = [...PLACEHOLDERS, 'key', 'file', 'sha256', 'part'] as const
const SCRIPTS = ['microsoft-365', 'active-directory'] as const

const columnTemplate = z
  .string()
  .max(300)
  .superRefine((template, context) => {
    try {
      splitTemplate(template, COLUMN_PLACEHOLDERS)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      context.addIssue({ code: 'custom', message: error.message, params: error.fault })
    }
  })

const headerWord = z.string().min(1).max(100)
/** One word when an importer expects it; both languages when a person assigns the columns. */
const columnHeader = z.union([headerWord, z.strictObject({ de: headerWord, en: headerWord })])

const tableSchema = z.strictObject({
  kind: z.literal('table'),
  file: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.(?:csv|tsv|txt)$/, 'must be a name such as photos.csv'),
  separator: z.enum([',', ';', '\t']),
  header: z.boolean().default(true),
  /** Without quotes, separators and line ends inside a value become spaces. */
  quotes: z.boolean().default(true),
  /** Excel needs it to recognise UTF-8; most other programs read it as part of the first column. */
  byte_order_mark: z.boolean().default(false),
  /**
   * `guarded` puts an apostrophe before text that a spreadsheet would run as a formula. `raw` leaves every value
   * unchanged, for files that only programs read and match by.
   */
  formulas: z.enum(['guarded', 'raw']).default('guarded'),
  columns: z.array(z.strictObject({ header: columnHeader, value: columnTemplate })).min(1),
})

/**
 * The desk's own files beside the photos, in either language. Of two files with the same name, unpacking would keep
 * only one.
 */
export const OWN_FILES = ['report.html', 'report.csv', 'README.txt', 'LIESMICH.txt'] as const

const scriptSchema = z.strictObject({ kind: z.literal('script'), script: z.enum(SCRIPTS) })

export const manifestsSchema = z
  .array(z.discriminatedUnion('kind', [tableSchema, scriptSchema]))
  .refine(hasDistinctNames, `must have different names, other ones than ${OWN_FILES.join(', ')}`)

function hasDistinctNames(manifests: ({ file: string } | { script: string })[]): boolean {
  const names = manifests.map(manifest => ('file' in manifest ? manifest.file : manifest.script))
  return new Set([...names, ...OWN_FILES].map(foldName)).size === names.length + OWN_FILES.length
}

export type ColumnPlaceholder = (typeof COLUMN_PLACEHOLDERS)[number]
export type TableManifest = z.infer<typeof tableSchema>
