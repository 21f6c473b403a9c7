'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import type { MenuContent } from './menu-popup.tsx'
import { type PopupButton, usePopup } from './use-popup.ts'

type MenuProps = MenuContent & {
  /** Renders the button that opens the menu; spread the props that it gets. */
  button: (props: PopupButton) => ReactNode
}

const loadPopup = loadWithRetry(() => import('./menu-popup.tsx'))
const MenuPopup = lazy(loadPopup)

/** A list of actions. Arrow keys and first letters move, Enter runs the action, Escape closes. */
export function Menu({ button, ...content }: MenuProps) {
  const menu = usePopup('menu', loadPopup)
  return (
    <>
      {button(menu.button)}
      {menu.used && (
        <Suspense>
          <MenuPopup {...content} {...menu.popup} />
        </Suspense>
      )}
    </>
  )
}
