'use client'

import { useTranslations } from 'use-intl/react'
import { OptionText } from '#components/ui/option-text.tsx'
import { popupItemClass } from '#components/ui/popup-class.ts'
import type { Command } from './find-commands.ts'

type PaletteListProps = {
  id: string
  found: readonly Command[]
  chosen: Command | undefined
  onPoint: (index: number) => void
  onRun: (command: Command) => void
}

/** What was found, each with the kind of thing it is; the chosen one stays in sight. */
export function PaletteList({ id, found, chosen, onPoint, onRun }: PaletteListProps) {
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
