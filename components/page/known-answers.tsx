'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'

type KnownAnswersProps = {
  /** What the server has read for this page, under the keys by which the browser asks for it. */
  answers: readonly (readonly [key: readonly unknown[], answer: unknown])[]
  /** When it was read (ms since 1970). */
  at: number
  children: ReactNode
}

/**
 * Hands to the browser what has come with the page: no spinner and no second read on the first paint. Of what a browser has read
 * before and what comes with the page, the newer counts. It is what `HydrationBoundary` does, at a third of its size: nothing here
 * is under way on the server or has failed there.
 */
export function KnownAnswers({ answers, at, children }: KnownAnswersProps) {
  const queries = useQueryClient()
  // Before the children ask; what others on the page show already may change only when this is drawn.
  useMemo(() => {
    for (const [key, answer] of answers)
      if (!queries.getQueryState(key)) queries.setQueryData(key, answer, { updatedAt: at })
  }, [queries, answers, at])
  useEffect(() => {
    for (const [key, answer] of answers)
      if ((queries.getQueryState(key)?.dataUpdatedAt ?? 0) < at)
        queries.setQueryData(key, answer, { updatedAt: at })
  }, [queries, answers, at])
  return children
}
