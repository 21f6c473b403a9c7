'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import type { PopoverContent } from './popover-popup.tsx'
import { type PopupButton, type Shown, usePopup } from './use-popup.ts'

type PopoverProps = PopoverContent & {
  /** When something else than the button opens it, too. */
  shown?: Shown
  /** The button that opens it: spread what it gets. */
  button: (props: PopupButton) => ReactNode
}

const loadPopup = whenOnline(() => import('./popover-popup.tsx'))
const PopoverPopup = lazy(loadPopup)

/** A little more about something, or a few controls, next to the button that opens it. The page stays usable. */
export function Popover({ button, shown, ...content }: PopoverProps) {
  const popover = usePopup('dialog', loadPopup, shown)
  return (
    <>
      {button(popover.button)}
      {popover.used && (
        <Suspense>
          <PopoverPopup {...content} {...popover.popup} />
        </Suspense>
      )}
    </>
  )
}
