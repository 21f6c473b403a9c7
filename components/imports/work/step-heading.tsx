'use client'

import type { ReactNode } from 'react'
import { focusOnMount } from '#components/ui/browser/focus.ts'

type StepHeadingProps = {
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Moves the focus here, because the user has just come from another step. */
  focus?: boolean
}

/** Heading of a step, and at the top right the button that continues. */
export function StepHeading({ title, children, actions, focus = true }: StepHeadingProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-3xl">
        <h2
          ref={focus ? focusOnMount : undefined}
          tabIndex={-1}
          className="w-fit rounded-sm text-lg outline-none"
        >
          {title}
        </h2>
        {children && <div className="mt-0.5 text-pretty text-muted">{children}</div>}
      </div>
      {actions && <div className="no-print flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
