import 'server-only'
import { createTranslator } from 'use-intl/core'
import type { Activity } from '#lib/contracts/activity.ts'
import { BYTE_ORDER_MARK, toCsvLines } from '#lib/csv/write-csv.ts'
import { attachment } from '#lib/http/content-disposition.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import type { AppLocale } from '#lib/locales.ts'
import { getEnv } from '#lib/settings/env.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { toDay, toMoment } from '#lib/text/iso-time.ts'
import type { ActivityFilters } from './filters.ts'
import { readActivity } from './list-activity.ts'
import { type ActivityTranslator, type SentenceOptions, toNobody, toSentences } from './sentences.ts'

type CsvOptions = {
  locale: AppLocale
  /** Ids of the people found by the filter `q`. */
  people?: readonly number[] | undefined
  targetName: SentenceOptions['targetName']
}

/** Streams the log as CSV in the user's language, for reading. Invisible characters in values are written out. */
export function activityCsvResponse(
  filters: ActivityFilters,
  { locale, people, targetName }: CsvOptions,
): Response {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'activity' })
  const { timeZone } = getEnv()
  const toTime = (moment: Date) => toMoment(moment, timeZone)
  const headers = new Headers(API_HEADERS)
  headers.set('content-type', 'text/csv; charset=utf-8')
  const day = toDay(new Date(), timeZone)
  headers.set('content-disposition', attachment(t('csvName', { day })))
  return new Response(toBytes(writeLines(readActivity(filters, people), { t, toTime, targetName })), {
    headers,
  })
}

type Words = Pick<CsvOptions, 'targetName'> & { t: ActivityTranslator; toTime: (moment: Date) => string }

async function* writeLines(log: AsyncGenerator<Activity[]>, words: Words): AsyncGenerator<string> {
  const { t } = words
  const titles = [
    t('csvTime', { timeZone: getEnv().timeZone }),
    t('columns.actor'),
    t('columns.what'),
    t('columns.outcome'),
    t('columns.employee'),
    t('columns.projectId'),
    t('columns.code'),
  ]
  yield BYTE_ORDER_MARK + toCsvLines([titles])
  for await (const entries of log) yield toCsvLines(entries.map(entry => toLine(entry, words)))
}

function toLine(entry: Activity, { t, toTime, targetName }: Words): (string | number)[] {
  return [
    toTime(new Date(entry.at)),
    toNobody(t, entry) ?? toVisible(entry.actor.email),
    toVisible(toSentences(t, entry, { namesMax: Number.POSITIVE_INFINITY, targetName }).join('; ')),
    t(`outcomes.${entry.outcome}`),
    entry.employee ?? '',
    entry.project ?? '',
    entry.action,
  ]
}

/** Reads only as fast as the browser takes the bytes, and stops when it disconnects. */
function toBytes(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}
