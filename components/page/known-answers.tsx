'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'

type KnownAnswersProps = {
  /** Answers that the server has read for this page, under the browser's query keys. */
  answers: readonly (readonly [key: readonly unknown[], answer: unknown])[]
  children: ReactNode
}

/**
 * Hands the browser the answers that came with the page: no spinner and no second request on the first paint. Of a
 * cached answer and one that comes with the page, the newer wins, by the browser's own clock: the server's may be
 * ahead. It does what `HydrationBoundary` does, at a third of its size: no server query is pending or failed here.
 */
export function KnownAnswers({ answers, children }: KnownAnswersProps) {
  const queries = useQueryClient()
  const at = whenFirstSeen(answers)
  // Set before the children query. Answers that other components already show may change only after the render.
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

/** Back returns the same answers from the Next.js cache: their age counts from their first arrival. */
const firstSeen = new WeakMap<KnownAnswersProps['answers'], number>()

/** Returns ms since 1970. */
function whenFirstSeen(answers: KnownAnswersProps['answers']): number {
  const at = firstSeen.get(answers) ?? Date.now()
  firstSeen.set(answers, at)
  return at
}
