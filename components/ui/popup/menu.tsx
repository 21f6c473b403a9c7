'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import type { MenuContent } from './menu-popup.tsx'
import { type PopupButton, usePopup } from './use-popup.ts'

type MenuProps = MenuContent & {
  /** The button that opens it: spread what it gets. */
  button: (props: PopupButton) => ReactNode
}

const loadPopup = whenOnline(() => import('./menu-popup.tsx'))
const MenuPopup = lazy(loadPopup)

/** A list of things to do. Arrow keys and first letters move, Enter does, Escape leaves. */
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
