import 'server-only'
import { createTranslator } from 'use-intl/core'
import { FOR_SPREADSHEETS, toCsvFile } from '#lib/csv/write-csv.ts'
import { SORT_COLUMNS, type SortColumn } from '#lib/employees/people-filters.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { languageLabel, portraitStatusLabel } from '#lib/i18n/service-words.ts'
import type { AppLocale } from '#lib/locales.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import { withoutInvisible } from '#lib/text/invisible.ts'
import { toDay, toMoment } from '#lib/text/iso-time.ts'
import type { ListFormat } from './list-contract.ts'

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const TIMES = ['invited_at', 'uploaded_at', 'edited_at'] as const satisfies SortColumn[]

export type PeopleList = { bytes: Buffer<ArrayBuffer>; contentType: string; fileName: string }

/**
 * Formats employees as a file for spreadsheets, in the user's language. The CSV opens with a double click in that
 * language's Excel: UTF-8 with a byte order mark, and a semicolon for German. Text that would run as a formula is
 * guarded. In XLSX everything except the times is text, so that `007` stays `007`. Lists are edited and imported again,
 * so invisible characters stay: written out, they would come back as part of the name.
 */
export async function toPeopleList(
  people: readonly Employee[],
  { format, locale, project }: { format: ListFormat; locale: AppLocale; project: string },
): Promise<PeopleList> {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'peopleList' })
  const toText = createTexts(locale)
  const rows = [
    SORT_COLUMNS.map(column => t(`columns.${column}`)),
    ...people.map(employee => SORT_COLUMNS.map(column => toText(employee, column))),
  ]
  const day = toDay(new Date(), getEnv().timeZone)
  return {
    bytes: format === 'csv' ? toCsv(rows, locale) : await toXlsx(rows, t('sheet')),
    contentType: CONTENT_TYPES[format],
    fileName: `${t('fileName', { project: withoutInvisible(project), day })}.${format}`,
  }
}

function toCsv(rows: string[][], locale: AppLocale): Buffer<ArrayBuffer> {
  const separator = locale === 'de' ? ';' : ','
  return Buffer.from(toCsvFile(rows, { ...FOR_SPREADSHEETS, separator, byteOrderMark: true }))
}

/** Loaded on demand: other requests should not wait for a megabyte of code. */
async function toXlsx(rows: string[][], sheet: string): Promise<Buffer<ArrayBuffer>> {
  const { toXlsxFile } = await import('#lib/csv/to-xlsx-file.ts')
  return toXlsxFile(rows, sheet, { times: TIMES.map(column => SORT_COLUMNS.indexOf(column)) })
}

function createTexts(locale: AppLocale): (employee: Employee, column: SortColumn) => string {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'employees' })
  const { timeZone } = getEnv()
  const toTime = (at: string | null) => (at === null ? '' : toMoment(new Date(at), timeZone))
  return (employee, column) => {
    switch (column) {
      case 'status':
        return portraitStatusLabel(employee, term => t(`statuses.${term}`))
      case 'locale':
        return languageLabel(employee.locale, language => t(`locales.${language}`))
      case 'edited_at':
        return toTime(employee.photo.edited_at)
      case 'invited_at':
      case 'uploaded_at':
        return toTime(employee[column])
      default:
        return employee[column]
    }
  }
}
