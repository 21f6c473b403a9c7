'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { useTranslations } from 'use-intl/react'
import type { DeskPage } from '#components/shell/pages.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { focusBehindText } from '#components/ui/browser/focus.ts'
import { Icon } from '#components/ui/icon.ts'
import { SearchIcon } from '#components/ui/icons.ts'
import { OptionText } from '#components/ui/popup/option-text.tsx'
import { popupItemClass } from '#components/ui/popup/popup-class.ts'
import type { Theme } from '#lib/preferences/themes.ts'
import { type Command, findCommands } from './find-commands.ts'
import { useCommands } from './use-commands.ts'
import { usePeopleCommands } from './use-people-commands.ts'

type PaletteProps = {
  pages: DeskPage[]
  theme: Theme
  /** The typed text, including letters typed before the field was there. */
  query: string
  onQueryChange: (query: string) => void
  /** Called when the field receives what is typed. */
  onThere: () => void
  onDone: () => void
}

/**
 * The command palette. The focus stays in the field; the arrow keys move the choice, which is exposed as the selected
 * option.
 */
export default function Palette({ pages, theme, query, onQueryChange, onThere, onDone }: PaletteProps) {
  const t = useTranslations('shell.palette')
  const commands = findCommands(useCommands({ pages, theme }), query)
  const { people, progress, problem, isSearching } = usePeopleCommands(query)
  const found = [...commands, ...people]
  const isEmpty = found.length === 0
  const foot = [progress, !isEmpty && problem].filter(Boolean).join(' ')

  function run(command: Command) {
    onDone()
    command.run()
  }

  return (
    <div>
      <Autocomplete.Root
        inline
        open
        mode="none"
        autoHighlight="always"
        keepHighlight
        items={found}
        value={query}
        onValueChange={(value, { reason }) => reason === 'input-change' && onQueryChange(value)}
      >
        <div className="relative border-line border-b">
          <Icon of={SearchIcon} className="pointer-events-none absolute start-5 top-4 text-muted" />
          <Autocomplete.Input
            ref={focusBehindText}
            onFocus={onThere}
            aria-label={t('search')}
            spellCheck={false}
            placeholder={t('search')}
            className="h-12 w-full bg-transparent ps-12 pe-5 text-base outline-none placeholder:text-muted"
          />
        </div>
        <div className="grid h-80 grid-rows-[minmax(0,1fr)_auto]">
          <div className="overflow-y-auto overscroll-contain p-1.5">
            {isEmpty && !isSearching && (
              <p className="px-3 py-10 text-center text-muted">{problem ?? t('nothing')}</p>
            )}
            <Autocomplete.List aria-label={t('title')}>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  onClick={() => run(command)}
                  className={`${popupItemClass} min-h-10 cursor-pointer`}
                  render={(props, { highlighted }) => (
                    <div {...props} role="option" tabIndex={-1} aria-selected={highlighted} />
                  )}
                >
                  <OptionText label={command.label} hint={command.hint} place={command.place} />
                  <span className="shrink-0 text-muted text-xs">{t(`groups.${command.group}`)}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </div>
          {foot && <p className="border-line border-t px-5 py-2.5 text-muted text-sm">{foot}</p>}
        </div>
        <LiveText about="palette" known className="sr-only">
          {isEmpty && isSearching ? '' : (isEmpty && problem) || t('found', { count: found.length })}
        </LiveText>
      </Autocomplete.Root>
    </div>
  )
}
