'use client'

import { lazy, Suspense } from 'react'

const Marked = lazy(() => import('./marked.tsx'))

/** The code that finds the hits comes with the first search; until then the text is there without marks. */
export function LateMarked({ text, query }: { text: string; query: string }) {
  if (query === '') return text
  return (
    <Suspense fallback={text}>
      <Marked text={text} query={query} />
    </Suspense>
  )
}
