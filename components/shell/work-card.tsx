'use client'

import type { ReactNode } from 'react'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { CloseIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'

type WorkCardProps = {
  label: string
  project: string
  /** Once it is over it can be put away; until then, not. */
  dismiss: { label: string; onDismiss: () => void } | null
  children: ReactNode
}

/** One piece of work in the dock: what it is about, how it stands, and the way to put it away. */
export function WorkCard({ label, project, dismiss, children }: WorkCardProps) {
  return (
    <article
      aria-label={label}
      className="pointer-events-auto grid animate-settle gap-2.5 rounded-lg border border-line bg-panel p-4 shadow-high"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 truncate pt-0.5 font-medium text-muted text-sm">
          <ForeignText>{project}</ForeignText>
        </p>
        {dismiss && (
          <IconButton small label={dismiss.label} className="-me-1.5 -mt-0.5" onClick={dismiss.onDismiss}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
      {children}
    </article>
  )
}
