'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl/react'
import { toVisible } from '#lib/text/invisible.ts'
import { parseServiceReason } from './service-reasons.ts'

/** Says a reason of the service in the person's language; one that is not known is shown in the service's own words. */
export function useServiceReason(): (field: string, reason: string) => string {
  const t = useTranslations('reasons')
  return useCallback(
    (field: string, reason: string) => {
      const known = parseServiceReason(reason, field)
      if (!known) return toVisible(reason)
      return known.key === 'tooLong' ? t('tooLong', { max: known.max }) : t(known.key)
    },
    [t],
  )
}
