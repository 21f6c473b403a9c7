import type { useTranslations } from 'use-intl/react'

type DialogTexts = ReturnType<typeof useTranslations<'exports.dialog'>>

/**
 * Returns "About 2½ minutes". Rounds up: seconds would suggest a false precision, and a wait longer than announced
 * disappoints.
 */
export function toWait(t: DialogTexts, seconds: number): string {
  if (seconds < 45) return t('time.short')
  const halves = Math.ceil(seconds / 30)
  if (halves < 20)
    return t('time.minutes', { minutes: Math.floor(halves / 2), half: String(halves % 2 === 1) })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return t('time.minutes', { minutes, half: 'false' })
  return t('time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
