'use client'

import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { popupClass, STILL } from './popup-class.ts'
import { type PopupButton, type PopupState, type Shown, usePopup } from './use-popup.ts'

type PopoverContent = {
  title: string
  align?: 'start' | 'end'
  /** For a list that hangs from the bar at the top: what does not fit on the screen scrolls, and the page stays where it is. */
  wide?: boolean
  children: ReactNode
}

type PopoverProps = PopoverContent & {
  /** When something else than the button opens it, too. */
  shown?: Shown
  /** The button that opens it: spread what it gets. */
  button: (props: PopupButton) => ReactNode
}

/** Always below its button, however long it is. */
const HANGING = {
  ...STILL,
  collisionAvoidance: { side: 'none', align: 'shift', fallbackAxisSide: 'none' },
} as const

/** A little more about something, or a few controls, next to the button that opens it. The page stays usable. */
export function Popover({ button, shown, ...content }: PopoverProps) {
  const popover = usePopup('dialog', shown)
  return (
    <>
      {button(popover.button)}
      {popover.used && <PopoverPopup {...content} {...popover.popup} />}
    </>
  )
}

function PopoverPopup({
  title,
  align = 'end',
  wide = false,
  children,
  open,
  onOpenChange,
  anchor,
}: PopoverContent & PopupState) {
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(wide && HANGING)}
          className="z-70"
        >
          <BasePopover.Popup
            finalFocus={anchor}
            className={popupClass(
              cx(
                'max-w-(--available-width) p-4',
                wide ? 'max-h-(--available-height) w-[25rem] overflow-y-auto' : 'w-80',
              ),
            )}
          >
            <BasePopover.Title className="mb-2 text-base">{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
