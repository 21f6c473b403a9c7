'use client'

import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { type MenuEntry, MenuEntryItem } from './menu-entry.tsx'
import { popupClass, STILL } from './popup-class.ts'
import type { PopupState } from './use-popup.ts'

export type MenuContent = {
  label: string
  entries: readonly MenuEntry[]
  /** Head above the entries, not one of them: the owner of the menu. */
  head?: ReactNode
  align?: 'start' | 'end'
}

export default function MenuPopup({
  label,
  entries,
  head,
  align = 'end',
  open,
  onOpenChange,
  anchor,
}: MenuContent & PopupState) {
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Menu.Portal>
        <Menu.Positioner
          {...STILL}
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-70"
        >
          <Menu.Popup
            aria-label={label}
            finalFocus={anchor}
            className={popupClass('max-h-(--available-height) min-w-48 max-w-80 overflow-y-auto p-1')}
          >
            {head && <div className="mb-1 border-line border-b px-2.5 pt-1.5 pb-2.5">{head}</div>}
            {entries.map(entry => (
              <MenuEntryItem key={entry.kind === 'line' ? entry.key : entry.label} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
