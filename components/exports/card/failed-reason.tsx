'use client'

import { useTranslations } from 'use-intl/react'
import { isErrorCode } from '#lib/error-codes.ts'
import type { Export } from '#lib/exports/contract.ts'

/** Reason why an export failed, or why a kept archive could not be updated. */
export function FailedReason({ of: { state, error, total, done, failed } }: { of: Export }) {
  const t = useTranslations('exports.card')
  const sentence = useTranslations('errors')
  const reason = sentence(error && isErrorCode(error) ? error : 'internal')
  // Photos missing from an archive that was ready before do not count as failed: the next download fetches them
  // again.
  const missed = state === 'ready' ? (total ?? 0) - failed : failed
  return done > 0 || missed === 0 ? reason : t('noneText', { count: missed, reason })
}
