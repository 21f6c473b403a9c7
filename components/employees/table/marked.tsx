'use client'

import { MarkedText } from '#components/ui/user-text.tsx'
import { findHits } from '#lib/employees/search/find-hits.ts'

/** Text with the search words highlighted. */
export function Marked({ children: text, query }: { children: string; query: string }) {
  let end = 0
  const parts = findHits(text, query).map(({ from, to }) => {
    const before = text.slice(end, from)
    end = to
    return { before, hit: text.slice(from, to), from }
  })
  return (
    <bdi>
      {parts.map(({ before, hit, from }) => (
        <span key={from}>
          <MarkedText>{before}</MarkedText>
          <mark className="rounded-[2px] bg-mark text-text">
            <MarkedText>{hit}</MarkedText>
          </mark>
        </span>
      ))}
      <MarkedText>{text.slice(end)}</MarkedText>
    </bdi>
  )
}
