'use client'

import { Tooltip } from '@base-ui/react/tooltip'
import type { TooltipState } from './use-tooltip.ts'

type TooltipPopupProps = TooltipState & { text: string; side: 'top' | 'bottom' }

export default function TooltipPopup({
  text,
  side,
  anchor,
  open,
  onOpenChange,
  ...hover
}: TooltipPopupProps) {
  return (
    <Tooltip.Root open={open} onOpenChange={onOpenChange}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} side={side} sideOffset={6} collisionPadding={8} className="z-70">
          <Tooltip.Popup
            role="tooltip"
            className="popup max-w-72 rounded-md bg-text px-2 py-1 text-surface text-xs shadow-high"
            {...hover}
          >
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
