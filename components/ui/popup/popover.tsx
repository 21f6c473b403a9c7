'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import type { PopoverContent } from './popover-popup.tsx'
import { type PopupButton, type Shown, usePopup } from './use-popup.ts'

type PopoverProps = PopoverContent & {
  /** Open state, if something other than the button opens it, too. */
  shown?: Shown
  /** Renders the button that opens the popover; spread the props that it gets. */
  button: (props: PopupButton) => ReactNode
}

const loadPopup = loadWithRetry(() => import('./popover-popup.tsx'))
const PopoverPopup = lazy(loadPopup)

/** Additional information or a few controls, next to the button that opens it. The page stays usable. */
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
