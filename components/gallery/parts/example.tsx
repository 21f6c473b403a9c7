import type { ReactNode } from 'react'

/** One state, with the words for it. */
export function Example({
  title,
  wide = false,
  children,
}: {
  title: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section className="grid gap-3">
      <h2 className="text-muted text-sm">{title}</h2>
      <div className={wide ? 'grid gap-3' : 'flex flex-wrap items-start gap-3'}>{children}</div>
    </section>
  )
}
