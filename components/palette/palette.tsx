'use client'

import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { DeskPage } from '#components/shell/pages.ts'
import { focusOnMount } from '#components/ui/browser/focus.ts'
import { SearchIcon } from '#components/ui/icons.ts'
import { OptionText } from '#components/ui/popup/option-text.tsx'
import { popupItemClass } from '#components/ui/popup/popup-class.ts'
import type { Theme } from '#lib/preferences/themes.ts'
import { type Command, findCommands } from './find-commands.ts'
import { useCommands } from './use-commands.ts'

type PaletteProps = { pages: DeskPage[]; theme: Theme; onDone: () => void }

/** Type, choose, Enter. The focus stays in the field; the arrow keys move the choice (ARIA: combobox with a listbox). */
export default function Palette({ pages, theme, onDone }: PaletteProps) {
  const t = useTranslations('shell.palette')
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const found = findCommands(useCommands({ pages, theme }), query)
  const chosen = found[Math.min(at, found.length - 1)]

  function run(command: Command) {
    onDone()
    command.run()
  }

  function move(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && chosen) run(chosen)
    else if (event.key === 'ArrowDown')
      setAt((Math.min(at, found.length - 1) + 1) % Math.max(found.length, 1))
    else if (event.key === 'ArrowUp') setAt((at + found.length - 1) % Math.max(found.length, 1))
    else if (event.key === 'Home' && event.ctrlKey) setAt(0)
    else if (event.key === 'End' && event.ctrlKey) setAt(found.length - 1)
    else return
    event.preventDefault()
  }

  return (
    <div className="border-line border-t">
      <div className="relative border-line border-b">
        <SearchIcon className="pointer-events-none absolute start-5 top-4 text-muted" />
        <input
          ref={focusOnMount}
          type="text"
          role="combobox"
          aria-label={t('search')}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('search')}
          value={query}
          onChange={event => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={move}
          className="h-12 w-full bg-transparent ps-12 pe-5 text-base outline-none placeholder:text-muted"
        />
      </div>
      <PaletteList id={id} found={found} chosen={chosen} onPoint={setAt} onRun={run} />
      <p aria-live="polite" className="sr-only">
        {t('found', { count: found.length })}
      </p>
    </div>
  )
}

type PaletteListProps = {
  id: string
  found: readonly Command[]
  chosen: Command | undefined
  onPoint: (index: number) => void
  onRun: (command: Command) => void
}

/** What was found, each with the kind of thing it is; the chosen one stays in sight. */
function PaletteList({ id, found, chosen, onPoint, onRun }: PaletteListProps) {
  const t = useTranslations('shell.palette')
  return (
    <div className="h-80 overflow-y-auto overscroll-contain p-1.5">
      {found.length === 0 && <p className="px-3 py-10 text-center text-muted">{t('nothing')}</p>}
      <div id={id} role="listbox" aria-label={t('title')}>
        {found.map((command, index) => (
          <div
            key={command.id}
            id={`${id}-${command.id}`}
            ref={command === chosen ? showIt : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            data-highlighted={command === chosen || undefined}
            className={`${popupItemClass} min-h-10 cursor-pointer`}
            onPointerMove={() => onPoint(index)}
            onPointerDown={event => event.preventDefault()}
            onClick={() => onRun(command)}
            onKeyDown={undefined}
          >
            <OptionText label={command.label} hint={command.hint} />
            <span className="shrink-0 text-muted text-xs">{t(`groups.${command.group}`)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

function showIt(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
