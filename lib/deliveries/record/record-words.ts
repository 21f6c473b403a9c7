import 'server-only'
import { createTranslator, type Messages } from 'use-intl/core'
import { toSentences } from '#lib/activity/sentences.ts'
import type { RecordFormat } from '#lib/deliveries/contract.ts'
import { isDestinationErrorCode } from '#lib/deliveries/destinations/errors.ts'
import { isKnownProblem, isKnownReason, toStanding } from '#lib/deliveries/reasons.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { type AppLocale, LOCALE_TAGS } from '#lib/locales.ts'
import { getEnv } from '#lib/settings/env.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { toDay, toMoment } from '#lib/text/iso-time.ts'
import type { RecordLine } from './record-lines.ts'

/** A line of the record as text, with the same cells for spreadsheets and for paper. */
export type RecordCells = {
  state: string
  name: string
  number: string
  email: string
  employee_id: number
  /** The delivery, or the kind of download. */
  way: string
  place: string
  version: string
  since: string
  removed: string
  by: string
  /** Time and author of the removal, as a phrase. */
  removal: string
  reason: string
}

export type RecordTranslator = ReturnType<typeof createTranslator<Messages, 'deliveries'>>

type RecordWords = {
  t: RecordTranslator
  /** Time at which the record was made. */
  made: string
  toFileName(of: string): string
  toCells(line: RecordLine): RecordCells
}

/**
 * Returns the texts of a record in the user's language, with times in the desk's time zone. Times are in the form that
 * all spreadsheets read, or as people write them on paper.
 */
export function getRecordWords(locale: AppLocale, format: RecordFormat): RecordWords {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'deliveries' })
  const activity = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'activity' })
  const names = new Map(getTargets().map(({ id, name }) => [id, name[locale]]))
  const { timeZone } = getEnv()
  const onPaper = new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const formatTime = (at: Date) => (format === 'csv' ? toMoment(at, timeZone) : onPaper.format(at))
  const toTime = (moment: string | null) => (moment === null ? '' : formatTime(new Date(moment)))

  const toCells = (line: RecordLine): RecordCells => {
    const { employee_id, person } = line
    const whose = {
      name: person ? toVisible([person.last_name, person.first_name].filter(Boolean).join(', ')) : '',
      number: toVisible(person?.mitarbeiternummer ?? ''),
      email: toVisible(person?.email ?? ''),
      employee_id,
    }
    if (line.kind === 'handed_out')
      return {
        ...whose,
        state: t('record.states.handed_out'),
        way: toVisible(
          toSentences(activity, line.entry, { targetName: id => names.get(id) ?? id }).join('; '),
        ),
        place: '',
        version: '',
        since: toTime(line.entry.at),
        removed: '',
        by: toVisible(line.entry.actor.email),
        removal: '',
        reason: t('record.notOurs'),
      }
    const { receipt, reason, problem, removed_by, ...place } = line.place
    const standing = toStanding(line.place)
    return {
      ...whose,
      state: t(`record.states.${standing}`),
      way: toVisible(line.delivery.name),
      place: toVisible(receipt.places.join(', ')),
      version: toTime(place.edited_at),
      since: toTime(place.delivered_at),
      removed: toTime(place.removed_at),
      by: place.removed_at === null ? '' : (removed_by ?? t('record.desk')),
      removal:
        place.removed_at === null
          ? ''
          : `${toTime(place.removed_at)} ${removed_by ? t('record.removedBy', { email: removed_by }) : t('record.byDesk')}`,
      reason: [
        reason !== null && (isKnownReason(reason) ? t(`reasons.${reason}`) : reason),
        standing === 'by_hand' && isDestinationErrorCode(problem) && t(`errors.${problem}`),
        standing === 'removed' && isKnownProblem(problem) && t(`problems.${problem}`),
      ]
        .filter(Boolean)
        .join(' '),
    }
  }
  const now = new Date()
  const day = toDay(now, timeZone)
  const toFileName = (of: string) => t('record.fileName', { name: of, day, format })
  return { t, made: toTime(now.toISOString()), toFileName, toCells }
}
