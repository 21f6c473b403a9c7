'use client'

import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { CheckIcon } from '#components/ui/icons.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Link } from '#components/ui/link.tsx'
import { popupItemClass } from './popup-class.ts'

export type MenuEntry =
  | {
      kind?: 'action'
      label: string
      onSelect: () => void
      icon?: ReactNode
      /** Shortcut with the same effect, shown as a hint. */
      keys?: string
      tone?: 'danger'
      disabled?: boolean
    }
  | { kind: 'link'; label: string; href: string; icon?: ReactNode; disabled?: boolean }
  | { kind: 'toggles'; label: string; options: readonly Toggle[] }
  | {
      kind: 'choice'
      label: string
      options: readonly {
        value: string
        label: string
        /** Language of the label, if it differs from the page's. */
        lang?: string
        icon?: ReactNode
      }[]
      value: string
      onChange: (value: string) => void
    }
  | { kind: 'line'; key: string }

type Toggle = { label: string; checked: boolean; onChange: (checked: boolean) => void }

export function MenuEntryItem({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'line':
      return <Menu.Separator className="-mx-1 my-1 h-px bg-line" />
    case 'link':
      return (
        <Menu.LinkItem closeOnClick render={<Link href={entry.href} />} className={popupItemClass}>
          {entry.icon}
          {entry.label}
        </Menu.LinkItem>
      )
    case 'toggles':
      return <Toggles entry={entry} />
    case 'choice':
      return <Choice entry={entry} />
    default:
      return (
        <Menu.Item
          disabled={entry.disabled}
          onClick={entry.onSelect}
          className={cx(
            popupItemClass,
            entry.tone === 'danger' && 'text-danger data-highlighted:bg-danger-soft [&>svg]:text-danger',
          )}
        >
          {entry.icon}
          <span className="grow">{entry.label}</span>
          {entry.keys && <Kbd>{entry.keys}</Kbd>}
        </Menu.Item>
      )
  }
}

function Toggles({ entry }: { entry: Extract<MenuEntry, { kind: 'toggles' }> }) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className={groupLabelClass}>{entry.label}</Menu.GroupLabel>
      {entry.options.map(({ label, checked, onChange }) => (
        <Menu.CheckboxItem
          key={label}
          checked={checked}
          onCheckedChange={onChange}
          className={popupItemClass}
        >
          <span className="grow">{label}</span>
          <Menu.CheckboxItemIndicator>
            <Icon of={CheckIcon} className="text-accent-text" />
          </Menu.CheckboxItemIndicator>
        </Menu.CheckboxItem>
      ))}
    </Menu.Group>
  )
}

const groupLabelClass = 'px-2.5 pt-1.5 pb-1 text-muted text-xs'

function Choice({ entry }: { entry: Extract<MenuEntry, { kind: 'choice' }> }) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className={groupLabelClass}>{entry.label}</Menu.GroupLabel>
      <Menu.RadioGroup value={entry.value} onValueChange={entry.onChange}>
        {entry.options.map(option => (
          <Menu.RadioItem closeOnClick key={option.value} value={option.value} className={popupItemClass}>
            {option.icon}
            <span lang={option.lang} className="grow">
              {option.label}
            </span>
            <Menu.RadioItemIndicator>
              <Icon of={CheckIcon} className="text-accent-text" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  )
}
