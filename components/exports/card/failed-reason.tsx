'use client'

import { useTranslations } from 'use-intl/react'
import { isErrorCode } from '#lib/error-codes.ts'

/** `failed`: photos that could not be fetched, where there is not a single one. */
export function FailedReason({ code, failed }: { code: string | null; failed: number }) {
  const t = useTranslations('exports.card')
  const sentence = useTranslations('errors')
  const reason = sentence(code && isErrorCode(code) ? code : 'internal')
  return failed === 0 ? reason : t('noneText', { count: failed, reason })
}
