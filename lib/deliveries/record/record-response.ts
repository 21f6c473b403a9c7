import 'server-only'
import { recordDownload } from '#lib/activity/record-activity.ts'
import type { User } from '#lib/contracts/session.ts'
import { FOR_SPREADSHEETS, toCsvFile } from '#lib/csv/write-csv.ts'
import type { RecordFormat } from '#lib/deliveries/contract.ts'
import { DeskError } from '#lib/errors.ts'
import { fileResponse } from '#lib/http/content-disposition.ts'
import { getRequestLocale } from '#lib/i18n/get-locale.ts'
import type { DeliveryRow } from '#lib/store/delivery-rows.ts'
import { listLinesOfDelivery, listLinesOfPerson, type RecordLine } from './record-lines.ts'
import { writeRecordPage } from './record-page.ts'
import { getRecordWords, type RecordCells, type RecordTranslator } from './record-words.ts'

type RecordOptions = { request: Request; user: User; format: RecordFormat }

/**
 * Returns the record that a data-protection officer asks for: each place of a photo, since when and in which version,
 * its removal, and all downloads. The record is CSV, or a page to print. It is logged as a download, except for HEAD,
 * which hands out nothing.
 */
export async function deliveryRecordResponse(
  delivery: DeliveryRow,
  options: RecordOptions,
): Promise<Response> {
  const lines = await listLinesOfDelivery(delivery)
  return recordResponse(lines, { ...options, of: delivery.name, project: delivery.project_id })
}

/**
 * Returns the record of one person over all deliveries. Throws `not_found` when the person's photo has never left the
 * desk.
 */
export async function personRecordResponse(employeeId: number, options: RecordOptions): Promise<Response> {
  const lines = await listLinesOfPerson(employeeId)
  const [first] = lines
  if (!first) throw new DeskError('not_found')
  const { toCells, t } = getRecordWords(getRequestLocale(options.request), options.format)
  const project = first.kind === 'place' ? first.delivery.project_id : (first.entry.project ?? undefined)
  const of = toCells(first).name || t('record.personId', { id: String(employeeId) })
  return recordResponse(lines, { ...options, of, project })
}

async function recordResponse(
  lines: RecordLine[],
  { request, user, format, of, project }: RecordOptions & { of: string; project: number | undefined },
): Promise<Response> {
  const locale = getRequestLocale(request)
  const { t, made, toFileName, toCells } = getRecordWords(locale, format)
  const cells = lines.map(toCells)
  const employees = [...new Set(lines.map(({ employee_id }) => employee_id))]
  if (request.method !== 'HEAD')
    await recordDownload({
      actor: user,
      action: 'list_downloaded',
      ...(project !== undefined && { project }),
      employees,
      details: { count: employees.length, format },
    })
  const fileName = toFileName(of)
  return format === 'csv'
    ? fileResponse({ fileName, contentType: 'text/csv; charset=utf-8', bytes: toCsv(cells, t) })
    : fileResponse({
        fileName,
        contentType: 'text/html; charset=utf-8',
        bytes: Buffer.from(writeRecordPage(t, { cells, locale, of, made }).text),
      })
}

function toCsv(cells: RecordCells[], t: RecordTranslator): Buffer<ArrayBuffer> {
  const head = [
    t('record.state'),
    t('record.number'),
    t('record.person'),
    t('record.email'),
    'ID',
    t('record.way'),
    t('record.place'),
    t('record.version'),
    t('record.since'),
    t('record.removed'),
    t('record.by'),
    t('record.reason'),
  ]
  const lines = cells.map(({ state, number, name, email, employee_id, ...rest }) => {
    const { way, place, version, since, removed, by, reason } = rest
    return [state, number, name, email, employee_id, way, place, version, since, removed, by, reason]
  })
  return toCsvFile([head, ...lines], { ...FOR_SPREADSHEETS, byteOrderMark: true })
}
