'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { Icon } from '#components/ui/icon.ts'
import { InfoIcon } from '#components/ui/icons.ts'
import { Combobox } from '#components/ui/popup/combobox.tsx'
import type { ExportTarget } from '#lib/exports/contract.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import type { ExportFormState } from './use-export-form.ts'

type TargetChoiceProps = { targets: readonly ExportTarget[]; state: ExportFormState }

/** For which system, and below it in two sentences how the photos get there. */
export function TargetChoice({ targets, state: { target, chooseTarget } }: TargetChoiceProps) {
  const t = useTranslations('exports.dialog.target')
  const locale = useLocale()
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-medium text-sm">
        {t('label')}
      </label>
      <Combobox
        id={id}
        label={t('label')}
        aria-describedby={`${id}-how`}
        options={targets.map(({ id: value, name, search_words, kind }) => ({
          value,
          label: name[locale],
          searchWords: search_words?.[locale],
          group: t(kind),
        }))}
        value={target.id}
        onChange={chooseTarget}
        searchLabel={t('search')}
        emptyText={t('nothing')}
      />
      <p id={`${id}-how`} className="flex gap-2 rounded-md bg-sunken px-3 py-2.5 text-muted text-sm">
        <Icon of={InfoIcon} className="mt-0.5 size-4 shrink-0" />
        <span>
          {target.how[locale]}
          {target.published && <strong className="mt-1 block font-medium text-text">{t('published')}</strong>}
        </span>
      </p>
    </div>
  )
}
