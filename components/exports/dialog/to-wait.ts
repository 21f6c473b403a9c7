import type { useTranslations } from 'use-intl/react'

type DialogTexts = ReturnType<typeof useTranslations<'exports.dialog'>>

/** "About 2½ minutes": told to the second an estimate would be a lie, and who waits longer than was said is let down. */
export function toWait(t: DialogTexts, seconds: number): string {
  if (seconds < 45) return t('time.short')
  const halves = Math.ceil(seconds / 30)
  if (halves < 20)
    return t('time.minutes', { minutes: Math.floor(halves / 2), half: String(halves % 2 === 1) })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return t('time.minutes', { minutes, half: 'false' })
  return t('time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
