'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { ornament } from '#components/ui/browser/when-online.ts'
import { useTooltip } from './use-tooltip.ts'

type TooltipProps = {
  /** Null: at present there is nothing to say. */
  text: string | null
  side?: 'top' | 'bottom'
  /** One element. What it needs to be understood must be in its own name; a tooltip only repeats or adds. */
  children: ReactNode
}

const TooltipPopup = lazy(ornament(() => import('./tooltip-popup.tsx')))

/** A few words on hover and on keyboard focus. Its code comes with the first one. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const { area, popup } = useTooltip()
  return (
    <span className="contents" {...area}>
      {children}
      {popup.anchor && text !== null && (
        <Suspense>
          <TooltipPopup text={text} side={side} {...popup} />
        </Suspense>
      )}
    </span>
  )
}
