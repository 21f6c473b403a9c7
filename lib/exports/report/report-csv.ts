import { FOR_SPREADSHEETS, toCsvFile } from '#lib/csv/write-csv.ts'
import type { ArchiveContext, ExportResult } from '#lib/exports/archive-contents.ts'
import type { ExportProblem } from '#lib/exports/contract.ts'
import { isNotice } from '#lib/exports/problems.ts'
import { getArchiveTexts, sentenceOf } from '#lib/exports/texts/archive-texts.ts'
import { escapeInvisible } from '#lib/text/invisible.ts'

const COLUMNS = [
  'result',
  'file',
  'part',
  'number',
  'name',
  'id',
  'edited',
  'bytes',
  'note',
  'sha256',
  'codes',
] as const

/**
 * Writes the report as a CSV that Excel also reads: UTF-8 with a byte order mark, semicolons. One line for each file,
 * then one for each employee without a file. Names are for readers, so their invisible characters are written out.
 * Numbers are unchanged, because programs match by them. The columns for programs come last.
 */
export function writeReportCsv(
  { included, problems, waiting }: ExportResult,
  { locale }: Pick<ArchiveContext, 'locale'>,
): Buffer {
  const texts = getArchiveTexts(locale)
  const includedWord = texts('csv.results.included')
  const notices = Map.groupBy(problems.filter(isNotice), ({ employee_id }) => employee_id)
  const withFile = included.flatMap(({ employee, editedAt, part, files }) => {
    const told = notices.get(employee.id) ?? []
    const name = escapeInvisible(`${employee.last_name}, ${employee.first_name}`)
    return files.map(({ fileName, bytes, sha256 }) => {
      const here = told.filter(({ code, file_name }) => code !== 'other_pixels' || file_name === fileName)
      return [
        ...[includedWord, fileName, part, employee.mitarbeiternummer, name, employee.id],
        ...[editedAt, bytes, here.map(notice => sentenceOf(notice, texts)).join(' ')],
        ...[sha256, here.map(({ code }) => code).join(' ')],
      ]
    })
  })
  const without = (result: 'missing' | 'waiting') => (problem: ExportProblem) => [
    ...[texts(`csv.results.${result}`), '', '', problem.mitarbeiternummer, escapeInvisible(problem.name)],
    ...[problem.employee_id || '', '', '', sentenceOf(problem, texts), '', problem.code],
  ]
  const missing = problems.filter(problem => !isNotice(problem)).map(without('missing'))
  const header = COLUMNS.map(column => texts(`csv.columns.${column}`))
  return toCsvFile([header, ...missing, ...waiting.map(without('waiting')), ...withFile], {
    ...FOR_SPREADSHEETS,
    byteOrderMark: true,
  })
}
