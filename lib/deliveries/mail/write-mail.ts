import 'server-only'
import { createTranslator, type Messages } from 'use-intl/core'
import { paths } from '#lib/address/paths.ts'
import { isDestinationErrorCode } from '#lib/deliveries/destinations/errors.ts'
import { isKnownProblem, isKnownReason, isRunError } from '#lib/deliveries/reasons.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { LOCALE_TAGS } from '#lib/locales.ts'
import type { Mail } from '#lib/mail/send-mail.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { DeliveryMailRow } from '#lib/store/delivery-mail-store.ts'
import type { DeliveryPerson, DeliveryRow, DeliveryRunRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

const NAMES_MAX = 20

type Written = Pick<Mail, 'subject' | 'lines'>
type MailTranslator = ReturnType<typeof createTranslator<Messages, 'deliveries'>>

/** Returns the text of a mail for the current state; null when there is nothing left to say. */
export async function writeMail({ delivery_id, run_id, kind }: DeliveryMailRow): Promise<Written | null> {
  const delivery = await getDeliveryStore().find(delivery_id)
  const run = run_id === null ? null : await getDeliveryRunStore().find(run_id)
  if (!delivery || (run_id !== null && !run)) return null
  const { appLocale: locale, appUrl } = getEnv()
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'deliveries' })
  const written =
    run === null
      ? await writeReminder(delivery, t)
      : kind === 'review'
        ? writeReview(delivery, run, t)
        : await writeEnd(delivery, run, t)
  return written && { ...written, lines: [...written.lines, appUrl + paths.delivery(delivery.id)] }
}

/** Writes about a run that waits for a review: until then, no withdrawn photo is removed. */
function writeReview(
  { name, removals_percent: percent }: DeliveryRow,
  { state, review }: DeliveryRunRow,
  t: MailTranslator,
): Written | null {
  if (state !== 'review') return null
  const why = review ? [t(`review.${review}`, { percent })] : []
  return { subject: t('mail.waits', { name }), lines: [t('mail.review', { name }), ...why] }
}

/** Writes about a run that has failed, or could not serve some people. */
async function writeEnd(delivery: DeliveryRow, run: DeliveryRunRow, t: MailTranslator): Promise<Written> {
  const { name } = delivery
  const failed = await getDeliveryRunStore().items(run.id, ['failed'])
  const people = failed.map(({ person, action, problem }) => {
    const why = [formatProblemCode(problem, t), ...(action === 'remove' ? [t('record.states.by_hand')] : [])]
    return toLine(person, why.join(' '), t)
  })
  if (run.state !== 'failed') {
    const subject = t('mail.refused', { name, count: failed.length })
    return { subject, lines: [t('mail.refusedText', { name, count: failed.length }), ...toLines(people, t)] }
  }
  const again = delivery.next_run_at
  const next = again ? t('mail.again', { moment: formatMoment(again) }) : t('mail.noAgain')
  const lines = [t('mail.failed', { name }), formatProblemCode(run.error, t), ...toLines(people, t), next]
  return { subject: t('mail.subject', { name }), lines }
}

/** Writes about photos that must be removed by hand, with people and reasons. */
async function writeReminder(delivery: DeliveryRow, t: MailTranslator): Promise<Written | null> {
  const places = (await getDeliveryStore().places(delivery.id)).filter(({ state }) => state === 'by_hand')
  if (places.length === 0) return null
  const people = places.map(({ person, reason, problem }) =>
    toLine(
      person,
      [reason, problem].flatMap(code => (code === null ? [] : [formatProblemCode(code, t)])).join(' '),
      t,
    ),
  )
  const values = { name: delivery.name, count: places.length }
  return { subject: t('mail.byHand', values), lines: [t('mail.byHandText', values), ...toLines(people, t)] }
}

function toLines(people: readonly string[], t: MailTranslator): string[] {
  if (people.length === 0) return []
  const more = people.length - NAMES_MAX
  return [[...people.slice(0, NAMES_MAX), ...(more > 0 ? [t('mail.more', { count: more })] : [])].join('\n')]
}

function toLine(
  { first_name, last_name, mitarbeiternummer }: DeliveryPerson,
  why: string,
  t: MailTranslator,
): string {
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return t('mail.person', {
    name: [name, mitarbeiternummer && `(${mitarbeiternummer})`].filter(Boolean).join(' '),
    why,
  })
}

function formatProblemCode(code: string | null, t: MailTranslator): string {
  if (isDestinationErrorCode(code)) return t(`errors.${code}`)
  if (isRunError(code)) return t(`runErrors.${code}`)
  if (isKnownReason(code)) return t(`reasons.${code}`)
  return isKnownProblem(code) ? t(`problems.${code}`) : t('errors.other')
}

function formatMoment(at: string): string {
  const { appLocale, timeZone } = getEnv()
  const style = { timeZone, dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(LOCALE_TAGS[appLocale], style).format(new Date(at))
}
