import { createFormatter, createTranslator } from 'use-intl/core'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { parseServiceReason } from '#lib/i18n/service-reasons.ts'
import type { AppLocale } from '#lib/locales.ts'
import { toVisible } from '#lib/text/invisible.ts'
import type { RowProblem } from './contract.ts'
import { toProblemWords } from './problem-words.ts'

/** Why a row was not sent or refused, in the words of the screen: `E-Mail: …`. */
export function toReason(problem: RowProblem, locale: AppLocale): string {
  const { field, code, reason } = problem
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'imports' })
  const format = createFormatter({ locale })
  const sentence =
    code === 'refused' && reason
      ? toServiceReason(reason, field, locale)
      : t(
          `problems.${code}`,
          toProblemWords(problem, rows => format.list(rows)),
        )
  return field === null ? sentence : `${t(`fields.${field}`)}: ${sentence}`
}

function toServiceReason(reason: string, field: RowProblem['field'], locale: AppLocale): string {
  const known = parseServiceReason(reason, field ?? '')
  if (!known) return toVisible(reason)
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'reasons' })
  return known.key === 'tooLong' ? t('tooLong', { max: known.max }) : t(known.key)
}
