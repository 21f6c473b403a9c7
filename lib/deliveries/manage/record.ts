import 'server-only'
import { createTranslator } from 'use-intl/core'
import { recordActivity } from '#lib/activity/record-activity.ts'
import type { User } from '#lib/contracts/session.ts'
import { FOR_SPREADSHEETS, toCsvFile } from '#lib/csv/write-csv.ts'
import { isKnownReason } from '#lib/deliveries/reasons.ts'
import { fileResponse } from '#lib/http/content-disposition.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import type { AppLocale } from '#lib/locales.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { toVisible } from '#lib/text/invisible.ts'

/**
 * Where whose photo lies, since when and in which version, and when it was taken away by whom: what a data-protection officer
 * asks for. As CSV in the person's language, and told in the activity log.
 */
export async function recordResponse(
  delivery: DeliveryRow,
  user: User,
  locale: AppLocale,
): Promise<Response> {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'deliveries' })
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: getEnv().timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const toTime = (moment: string | null) => (moment === null ? '' : format.format(new Date(moment)))
  const places = await getDeliveryStore().places(delivery.id)
  const lines = places.map(({ employee_id, person, state, receipt, edited_at, ...place }) => [
    t(`record.states.${state}`),
    person.mitarbeiternummer,
    toVisible([person.last_name, person.first_name].filter(Boolean).join(', ')),
    person.email,
    employee_id,
    toVisible(receipt.places.join(', ')),
    toTime(edited_at),
    toTime(place.delivered_at),
    toTime(place.removed_at),
    place.removed_at === null ? '' : (place.removed_by ?? t('record.byDesk')),
    place.reason === null ? '' : isKnownReason(place.reason) ? t(`reasons.${place.reason}`) : place.reason,
  ])
  const head = [
    t('record.state'),
    t('record.number'),
    t('record.person'),
    t('record.email'),
    'ID',
    t('record.place'),
    t('record.version'),
    t('record.since'),
    t('record.removed'),
    t('record.by'),
    t('record.reason'),
  ]
  await recordActivity({
    actor: user,
    action: 'list_downloaded',
    project: delivery.project_id,
    employees: places.map(({ employee_id }) => employee_id),
    details: { count: places.length, format: 'csv' },
  })
  const fileName = t('record.csvName', {
    name: delivery.name,
    day: toTime(new Date().toISOString()).slice(0, 10),
  })
  const bytes = toCsvFile([head, ...lines], { ...FOR_SPREADSHEETS, byteOrderMark: true })
  return fileResponse({ fileName, contentType: 'text/csv; charset=utf-8', bytes })
}
