import type { useTranslations } from 'use-intl/react'
import type { Delivery, DeliveryRun } from '#lib/deliveries/contract.ts'
import { isDestinationErrorCode } from '#lib/deliveries/destinations/errors.ts'
import { isKnownProblem, isKnownReason, isRunError } from '#lib/deliveries/reasons.ts'

type DeliveryTexts = ReturnType<typeof useTranslations<'deliveries'>>

/** Returns when a delivery runs automatically. */
export function formatSchedule({ schedule }: Pick<Delivery, 'schedule'>, t: DeliveryTexts): string {
  if (schedule.kind === 'daily') return t('when.daily', { at: schedule.at })
  if (schedule.kind !== 'weekly') return t(`when.${schedule.kind}`)
  const { at, weekday } = schedule
  return t('when.weekly', { at, weekday: t(`weekdays.${toWeekday(weekday)}`) })
}

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const

function toWeekday(number: number): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[number - 1] ?? '1'
}

/** Returns why a run has failed, or what blocks it. */
export function formatRunProblem(code: string | null, t: DeliveryTexts): string {
  if (isDestinationErrorCode(code)) return t(`errors.${code}`)
  return isRunError(code) ? t(`runErrors.${code}`) : t('errors.other')
}

/** Returns why a run has failed, with a sentence before it when no photo was delivered. */
export function formatFailure({ error, failed, done }: DeliveryRun, t: DeliveryTexts): string {
  const why = formatRunProblem(error, t)
  return failed > 0 && done === 0 ? t('nobodyServed', { why }) : why
}

/** Returns the problem with one employee. */
export function formatProblem(code: string, t: DeliveryTexts): string {
  if (isDestinationErrorCode(code)) return t(`errors.${code}`)
  return isKnownProblem(code) ? t(`problems.${code}`) : t('problems.other')
}

export function formatReason(code: string, t: DeliveryTexts): string {
  if (isKnownReason(code)) return t(`reasons.${code}`)
  return isDestinationErrorCode(code) ? t(`errors.${code}`) : t('reasons.other')
}

/** Returns one line of what a run would do, or has done. */
export function formatCounts({ counts, unchanged, state }: DeliveryRun, t: DeliveryTexts): string[] {
  const isPlan = state === 'review'
  const changes = (['add', 'change', 'remove'] as const).flatMap(action => {
    const count = isPlan ? counts[action].total : counts[action].done
    if (count === 0) return []
    return [isPlan ? t(`counts.${action}`, { count }) : t(`result.${action}`, { count })]
  })
  const failed = counts.add.failed + counts.change.failed + counts.remove.failed
  return [
    ...changes,
    ...(failed > 0 ? [t('result.failed', { count: failed })] : []),
    ...(counts.cannot.total > 0 ? [t('counts.cannot', { count: counts.cannot.total })] : []),
    ...(unchanged > 0 ? [t('counts.unchanged', { count: unchanged })] : []),
  ]
}

type Meta = { current_page: number; last_page: number; total: number }

/** Returns page numbers for the line below a list. */
export function toPages({ current_page: page, last_page: pages, total }: Meta) {
  return { page, pages, total }
}
