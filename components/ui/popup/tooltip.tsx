'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { ornament } from '#components/ui/browser/load-with-retry.ts'
import { useTooltip } from './use-tooltip.ts'

type TooltipProps = {
  /** Null when there is nothing to show. */
  text: string | null
  side?: 'top' | 'bottom'
  /** One element. Its own name must be sufficient to understand it; a tooltip only repeats or adds. */
  children: ReactNode
}

const TooltipPopup = lazy(ornament(() => import('./tooltip-popup.tsx')))

/** A few words on hover and on keyboard focus. The code loads with the first tooltip. */
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
