import 'server-only'
import { createFormatter, createTranslator } from 'use-intl/core'
import type { RowProblem } from '#lib/contracts/import-rows.ts'
import type { RESULT_FORMATS } from '#lib/contracts/imports.ts'
import { toXlsxFile } from '#lib/csv/to-xlsx-file.ts'
import { FOR_SPREADSHEETS, toCsvFile } from '#lib/csv/write-csv.ts'
import { fileResponse } from '#lib/http/content-disposition.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { parseServiceReason } from '#lib/i18n/service-reasons.ts'
import type { AppLocale } from '#lib/locales.ts'
import type { ImportRecord, ImportRowRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { toVisible, withoutInvisible } from '#lib/text/invisible.ts'
import { toProblemWords } from './problem-words.ts'

type Format = (typeof RESULT_FORMATS)[number]
type Wanted = { format: Format; locale: AppLocale }

const TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Outcomes of rows that certainly refer to the given employee. */
const SETTLED = new Set<ImportRowRecord['outcome']>(['created', 'updated', 'already_there', 'unchanged'])

/** Returns the list as it was uploaded, with the outcome of each row appended. */
export async function resultResponse(record: ImportRecord, { format, locale }: Wanted): Promise<Response> {
  const rows = await getImportStore().rows(record.id)
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'importFile' })
  const lines = toLines(record, rows, locale)
  const bytes =
    format === 'csv'
      ? toCsvFile(lines, { ...FOR_SPREADSHEETS, byteOrderMark: true })
      : toXlsxFile(lines, t('result'))
  const file = withoutInvisible(record.file_name.replace(/\.[^.]{1,5}$/, ''))
  const fileName = `${t('name', { file })}.${format}`
  return fileResponse({ bytes, contentType: TYPES[format], fileName })
}

function toLines(record: ImportRecord, rows: ImportRowRecord[], locale: AppLocale): string[][] {
  const messages = MESSAGES[locale]
  const t = createTranslator({ locale, messages, namespace: 'importFile' })
  const width = Math.max(record.columns.length, ...rows.map(({ cells }) => cells.length))
  const pad = (cells: string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '')
  const words = createTranslator({ locale, messages, namespace: 'imports' })
  const titles = [t('number'), t('id'), t('result'), t('reason')]
  const say = ({ excluded, outcome }: ImportRowRecord) => {
    if (outcome === null) return t('open')
    return words(`kinds.${excluded && outcome === 'not_sent' ? 'excluded' : outcome}`)
  }
  return [
    [...pad(record.columns), ...titles],
    ...rows.map(row => [
      ...pad(row.cells),
      row.mitarbeiternummer ?? '',
      SETTLED.has(row.outcome) ? String(row.employee_id ?? '') : '',
      say(row),
      row.problems.map(problem => toReason(problem, locale)).join('; '),
    ]),
  ]
}

/** Formats why a row was refused or not sent, in the wording of the screen: `E-Mail: …`. */
function toReason(problem: RowProblem, locale: AppLocale): string {
  const { field, code, reason } = problem
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'imports' })
  const format = createFormatter({ locale })
  const sentence =
    code === 'refused' && reason
      ? toServiceReason(reason, field, locale)
      : t(
          `problems.${code}`,
          toProblemWords(problem, rows => format.list(rows)),
        )
  return field === null ? sentence : `${t(`fields.${field}`)}: ${sentence}`
}

function toServiceReason(reason: string, field: RowProblem['field'], locale: AppLocale): string {
  const known = parseServiceReason(reason, field ?? '')
  if (!known) return toVisible(reason)
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'reasons' })
  return known.key === 'tooLong' ? t('tooLong', { max: known.max }) : t(known.key)
}
