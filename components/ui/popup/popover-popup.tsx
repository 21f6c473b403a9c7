'use client'

import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { popupClass, STILL } from './popup-class.ts'
import type { PopupState } from './use-popup.ts'

export type PopoverContent = {
  title: string
  align?: 'start' | 'end'
  /** For a list below the top bar: content that does not fit on the screen scrolls, and the page stays in place. */
  wide?: boolean
  children: ReactNode
}

/** Always below its button, whatever its length. */
const HANGING = {
  ...STILL,
  collisionAvoidance: { side: 'none', align: 'shift', fallbackAxisSide: 'none' },
} as const

export default function PopoverPopup({
  title,
  align = 'end',
  wide = false,
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
          {...(wide && HANGING)}
          className="z-70"
        >
          <Popover.Popup
            finalFocus={anchor}
            className={popupClass(
              cx(
                'max-w-(--available-width) p-4',
                wide ? 'max-h-(--available-height) w-[25rem] overflow-y-auto' : 'w-80',
              ),
            )}
          >
            <Popover.Title className="mb-2 text-base">{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
