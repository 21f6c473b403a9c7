'use client'

import { type Part, parts } from './parts.ts'

export function PartPage({ part }: { part: Part }) {
  const Demo = parts[part]
  return (
    <>
      <h1 className="text-xl">{part}</h1>
      <Demo />
    </>
  )
}
