'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { announceWhenCalm } from '#components/ui/announce.tsx'
import type { ExportFormState } from './use-export-form.ts'

/**
 * Announces the effect of a choice: the number of photos, the first file name, and the number of checks to review.
 */
export function useSayPlan({ data, isPlaceholderData }: ExportFormState['plan']): void {
  const t = useTranslations('exports.dialog')
  const before = useRef<string>(null)
  const [name] = data?.file_names ?? []
  const words =
    data &&
    [t('saidPlan', { count: data.people, checks: data.checks.length }), name && t('saidName', { name })]
      .filter(Boolean)
      .join(' ')

  useEffect(() => {
    if (!words || isPlaceholderData || words === before.current) return
    const isFirst = before.current === null
    before.current = words
    if (!isFirst) announceWhenCalm('plan', words)
  }, [words, isPlaceholderData])
}
