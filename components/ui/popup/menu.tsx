'use client'

import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { type MenuEntry, MenuEntryItem } from './menu-entry.tsx'
import { popupClass, STILL } from './popup-class.ts'
import { type PopupButton, type PopupState, usePopup } from './use-popup.ts'

type MenuContent = {
  label: string
  entries: readonly MenuEntry[]
  /** Above the entries, not one of them: whose menu it is. */
  head?: ReactNode
  align?: 'start' | 'end'
}

type MenuProps = MenuContent & {
  /** The button that opens it: spread what it gets. */
  button: (props: PopupButton) => ReactNode
}

/** A list of things to do. Arrow keys and first letters move, Enter does, Escape leaves. */
export function Menu({ button, ...content }: MenuProps) {
  const menu = usePopup('menu')
  return (
    <>
      {button(menu.button)}
      {menu.used && <MenuPopup {...content} {...menu.popup} />}
    </>
  )
}

/** The list alone, for a button elsewhere. */
export function MenuPopup({
  label,
  entries,
  head,
  align = 'end',
  open,
  onOpenChange,
  anchor,
}: MenuContent & PopupState) {
  return (
    <BaseMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          {...STILL}
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-70"
        >
          <BaseMenu.Popup
            aria-label={label}
            finalFocus={anchor}
            className={popupClass('max-h-(--available-height) min-w-48 max-w-80 overflow-y-auto p-1')}
          >
            {head && <div className="mb-1 border-line border-b px-2.5 pt-1.5 pb-2.5">{head}</div>}
            {entries.map(entry => (
              <MenuEntryItem key={entry.kind === 'line' ? entry.key : entry.label} entry={entry} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
