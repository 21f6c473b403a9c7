'use client'

import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { useRunningExports } from './running-exports.ts'
import { showBeforeTitle } from './show-before-title.ts'
import { exportQuery } from './use-export.ts'

/** "34 % · Employees": how far the downloads are, for who has gone to another tab. Asks nothing itself. */
export default function TabTitle() {
  const t = useTranslations('exports.card')
  const running = useRunningExports()
  const answers = useQueries({ queries: running.map(({ id }) => ({ ...exportQuery(id), enabled: false })) })
  const open = answers.flatMap(({ data }) =>
    data?.state === 'preparing' || data?.state === 'paused' ? data : [],
  )
  const total = open.reduce((sum, { total }) => sum + (total ?? 0), 0)
  const come = open.reduce((sum, { done, failed }) => sum + done + failed, 0)
  const paused = open.length > 0 && open.every(({ state }) => state === 'paused')
  const percent = total > 0 ? Math.floor((come / total) * 100) : null
  const words = paused ? t('titlePaused') : percent === null ? null : t('titlePrefix', { percent })
  useEffect(() => (words === null ? undefined : showBeforeTitle(words)), [words])
  return null
}
