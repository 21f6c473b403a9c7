'use client'

import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type Tab = { value: string; label: ReactNode; content: ReactNode; disabled?: boolean }

type TabsProps = { label: string; tabs: readonly Tab[]; value: string; onChange: (value: string) => void }

/** Views of one thing, one at a time. For filters of a list use links or a `SegmentedControl`. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <BaseTabs.Root value={value} onValueChange={next => onChange(String(next))}>
      <BaseTabs.List
        aria-label={label}
        activateOnFocus
        className="flex gap-5 overflow-x-auto border-line border-b"
      >
        {tabs.map(tab => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className="-mb-px h-9 shrink-0 select-none border-transparent border-b-2 text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 data-active:border-accent data-active:font-medium data-active:text-text data-disabled:cursor-not-allowed data-disabled:opacity-50"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map(tab => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="rounded-sm pt-4">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
