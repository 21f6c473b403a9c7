'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'

type KnownAnswersProps = {
  /** What the server has read for this page, under the keys by which the browser asks for it. */
  answers: readonly (readonly [key: readonly unknown[], answer: unknown])[]
  children: ReactNode
}

/**
 * Hands to the browser what has come with the page: no spinner and no second read on the first paint. Of what a browser has read
 * before and what comes with the page, the newer counts, by the browser's own clock: the server's may be ahead. It is what `HydrationBoundary` does, at a third of its size: nothing here
 * is under way on the server or has failed there.
 */
export function KnownAnswers({ answers, children }: KnownAnswersProps) {
  const queries = useQueryClient()
  const at = whenFirstSeen(answers)
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

/** Back brings the same answers once more, out of what Next has kept: they are as old as when they came. */
const firstSeen = new WeakMap<KnownAnswersProps['answers'], number>()

/** In ms since 1970. */
function whenFirstSeen(answers: KnownAnswersProps['answers']): number {
  const at = firstSeen.get(answers) ?? Date.now()
  firstSeen.set(answers, at)
  return at
}
