'use client'

import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { useTooltip } from './use-tooltip.ts'

type TooltipProps = {
  /** Null while there is nothing to say. */
  text: string | null
  side?: 'top' | 'bottom'
  /** One element, whose own name must be enough to understand it: a tooltip only repeats or adds. */
  children: ReactNode
}

/** Shows a few words on hover and on keyboard focus. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const { area, anchor, open, onOpenChange, popup } = useTooltip()
  return (
    <span className="contents" {...area}>
      {children}
      {anchor && text !== null && (
        <BaseTooltip.Root open={open} onOpenChange={onOpenChange}>
          <BaseTooltip.Portal>
            <BaseTooltip.Positioner
              anchor={anchor}
              side={side}
              sideOffset={6}
              collisionPadding={8}
              className="z-70"
            >
              <BaseTooltip.Popup
                role="tooltip"
                className="popup max-w-72 rounded-md bg-text px-2 py-1 text-surface text-xs shadow-high"
                {...popup}
              >
                {text}
              </BaseTooltip.Popup>
            </BaseTooltip.Positioner>
          </BaseTooltip.Portal>
        </BaseTooltip.Root>
      )}
    </span>
  )
}
