'use client'

import { useTranslations } from 'use-intl/react'
import { isErrorCode } from '#lib/error-codes.ts'
import type { Export } from '#lib/exports/contract.ts'

/** Why a download came to nothing, or an archive that is kept could not be brought up to date. */
export function FailedReason({ of: { state, error, total, done, failed } }: { of: Export }) {
  const t = useTranslations('exports.card')
  const sentence = useTranslations('errors')
  const reason = sentence(error && isErrorCode(error) ? error : 'internal')
  // What an archive lacks that was ready before does not count as failed: it is fetched once more with the next download.
  const missed = state === 'ready' ? (total ?? 0) - failed : failed
  return done > 0 || missed === 0 ? reason : t('noneText', { count: missed, reason })
}
