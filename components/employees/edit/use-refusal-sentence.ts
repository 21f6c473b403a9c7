'use client'

import { useTranslations } from 'use-intl/react'
import type { DeskError } from '#lib/errors.ts'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import { toVisible } from '#lib/text/invisible.ts'

/**
 * What the fields on the screen (`shown`) cannot show of an error: what the service says besides, quoted, or else the
 * desk's own sentence.
 */
export function useRefusalSentence(): (error: DeskError, shown: readonly string[]) => string {
  const t = useTranslations('reasons')
  const say = useTranslations('errors')
  const toReason = useServiceReason()
  return ({ code, values, sentence, errors = {} }, shown) => {
    const own = say(code, values)
    if (sentence === undefined) return own
    const others = Object.entries(errors).filter(([field]) => !shown.includes(field))
    const reasons = others.flatMap(([field, reasons]) => reasons.map(reason => toReason(field, reason)))
    const words = t('said', { words: reasons.join(' ') || toVisible(sentence) })
    return code === 'invalid' ? words : `${own} ${words}`
  }
}
