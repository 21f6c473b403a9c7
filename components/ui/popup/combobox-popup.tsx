'use client'

import { Combobox } from '@base-ui/react/combobox'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.ts'
import { CheckIcon, SearchIcon } from '#components/ui/icons.ts'
import { OptionText } from './option-text.tsx'
import { popupClass, popupItemClass, STILL } from './popup-class.ts'
import type { PopupState } from './use-popup.ts'

export type ComboboxOption = {
  value: string
  label: string
  hint?: string
  /** Searched but not shown. */
  searchWords?: string
  /** Heading that groups this option with others. */
  group?: string
}

export type ComboboxContent = {
  label: string
  options: readonly ComboboxOption[]
  value: string | null
  onChange: (value: string) => void
  /** Label of the search field inside: "Search projects". */
  searchLabel: string
  emptyText: string
}

export default function ComboboxPopup({
  label,
  options,
  value,
  onChange,
  searchLabel,
  emptyText,
  open,
  onOpenChange,
  anchor,
}: ComboboxContent & PopupState) {
  return (
    <Combobox.Root
      items={toGroups(options)}
      value={options.find(option => option.value === value) ?? null}
      onValueChange={option => option && onChange(option.value)}
      itemToStringLabel={toSearchText}
      open={open}
      onOpenChange={onOpenChange}
      autoHighlight
    >
      <Combobox.Portal>
        <Combobox.Positioner
          {...STILL}
          anchor={anchor}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-70"
        >
          <Combobox.Popup
            aria-label={label}
            finalFocus={anchor}
            className={popupClass('w-(--anchor-width) min-w-64 max-w-(--available-width)')}
          >
            <div className="relative border-line border-b">
              <Icon of={SearchIcon} className="pointer-events-none absolute start-3 top-3 text-muted" />
              <Combobox.Input
                aria-label={searchLabel}
                placeholder={searchLabel}
                className="h-10 w-full rounded-t-lg bg-transparent ps-9 pe-3 text-base outline-none placeholder:text-muted"
              />
            </div>
            <Combobox.Empty className="px-3 py-6 text-center text-muted text-sm empty:hidden">
              {emptyText}
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(20rem,calc(var(--available-height)-3rem))] overflow-y-auto p-1 empty:hidden">
              {(one: ComboboxOption | OptionGroup) =>
                'items' in one ? (
                  <Combobox.Group key={one.value} items={one.items}>
                    <Combobox.GroupLabel className="px-2 pt-2 pb-1 font-medium text-muted text-sm">
                      {one.value}
                    </Combobox.GroupLabel>
                    <Combobox.Collection>{toItem}</Combobox.Collection>
                  </Combobox.Group>
                ) : (
                  toItem(one)
                )
              }
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

type OptionGroup = { value: string; items: ComboboxOption[] }

/** Groups the options below their headings; without groups they keep their order. */
function toGroups(options: readonly ComboboxOption[]): readonly ComboboxOption[] | readonly OptionGroup[] {
  if (!options.some(({ group }) => group !== undefined)) return options
  return [...Map.groupBy(options, ({ group = '' }) => group)].map(([value, items]) => ({ value, items }))
}

function toItem(option: ComboboxOption): ReactNode {
  return (
    <Combobox.Item key={option.value} value={option} className={popupItemClass}>
      <OptionText label={option.label} hint={option.hint} />
      <Combobox.ItemIndicator>
        <Icon of={CheckIcon} className="text-accent-text" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  )
}

/** Includes the hint in the search: users know a project by its number as well as by its name. */
function toSearchText({ label, hint, searchWords }: ComboboxOption): string {
  return [label, hint, searchWords].filter(Boolean).join(' ')
}
