'use client'

import { lazy, Suspense } from 'react'
import { ForeignText } from '#components/ui/foreign-text.tsx'

const Marked = lazy(() => import('./marked.tsx'))

/** The code that finds the hits comes with the first search; until then the text is there without marks. */
export function LateMarked({ text, query }: { text: string; query: string }) {
  const plain = <ForeignText>{text}</ForeignText>
  if (query === '') return plain
  return (
    <Suspense fallback={plain}>
      <Marked text={text} query={query} />
    </Suspense>
  )
}
