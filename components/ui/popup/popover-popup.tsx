'use client'

import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { popupClass } from './popup-class.ts'
import type { PopupState } from './use-popup.ts'

export type PopoverContent = {
  title: string
  align?: 'start' | 'end'
  children: ReactNode
}

export default function PopoverPopup({
  title,
  align = 'end',
  children,
  open,
  onOpenChange,
  anchor,
}: PopoverContent & PopupState) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup finalFocus={anchor} className={popupClass('w-80 max-w-(--available-width) p-4')}>
            <Popover.Title className="mb-2 text-base">{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
