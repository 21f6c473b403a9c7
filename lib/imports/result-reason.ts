import { createTranslator } from 'use-intl/core'
import type { AppLocale } from '#lib/i18n/config.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { parseServiceReason } from '#lib/i18n/service-reasons.ts'
import type { RowProblem } from './contract.ts'

/** Why a row was not sent or refused, in words: `E-Mail: …`. */
export function toReason({ field, code, reason, rows }: RowProblem, locale: AppLocale): string {
  const messages = MESSAGES[locale]
  const t = createTranslator({ locale, messages, namespace: 'importFile' })
  const sentence =
    code === 'refused' && reason
      ? toServiceReason(reason, field, locale)
      : t(`problems.${code}`, { rows: rows?.join(', ') ?? '' })
  return field === null ? sentence : t('atField', { field: t(`fields.${field}`), sentence })
}

function toServiceReason(reason: string, field: RowProblem['field'], locale: AppLocale): string {
  const known = parseServiceReason(reason, field ?? '')
  if (!known) return reason
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'reasons' })
  return known.key === 'tooLong' ? t('tooLong', { max: known.max }) : t(known.key)
}
