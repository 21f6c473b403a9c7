'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { type PopupButton, usePopup } from './use-popup.ts'

export type MenuEntry =
  | {
      kind?: 'action'
      label: string
      onSelect: () => void
      icon?: ReactNode
      /** The keys that do the same, for people to see. */
      keys?: string
      tone?: 'danger'
      disabled?: boolean
    }
  | { kind: 'link'; label: string; href: string; icon?: ReactNode; disabled?: boolean }
  | { kind: 'toggle'; label: string; checked: boolean; onChange: (checked: boolean) => void }
  | {
      kind: 'choice'
      label: string
      options: readonly { value: string; label: string; icon?: ReactNode }[]
      value: string
      onChange: (value: string) => void
    }
  | { kind: 'line'; key: string }

type MenuProps = {
  label: string
  entries: readonly MenuEntry[]
  /** The button that opens it: spread what it gets. */
  button: (props: PopupButton) => ReactNode
  /** Above the entries, not one of them: whose menu it is. */
  head?: ReactNode
  align?: 'start' | 'end'
}

const loadPopup = () => import('./menu-popup.tsx')
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

export type MenuPopupContent = Omit<MenuProps, 'button'>
