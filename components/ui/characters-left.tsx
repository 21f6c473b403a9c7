'use client'

import { useTranslations } from 'use-intl/react'
import { cx } from './cx.ts'

/** From here on a person wants to know; before that the number only distracts. */
const SHOWN_FROM = 0.8

/** How many characters still fit, as soon as that becomes interesting. */
export function CharactersLeft({ length, max }: { length: number; max: number }) {
  const t = useTranslations('ui')
  const left = max - length
  return (
    <p
      aria-live="polite"
      className={cx(
        'text-end text-xs tabular-nums empty:hidden',
        left < 0 ? 'font-medium text-danger' : 'text-muted',
      )}
    >
      {length >= max * SHOWN_FROM && t('charactersLeft', { count: left })}
    </p>
  )
}
