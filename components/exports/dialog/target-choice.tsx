'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { SystemCombobox } from '#components/exports/system-combobox.tsx'
import { Icon } from '#components/ui/icon.ts'
import { InfoIcon } from '#components/ui/icons.ts'
import type { ExportTarget } from '#lib/exports/contract.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import type { ExportFormState } from './use-export-form.ts'

type TargetChoiceProps = { targets: readonly ExportTarget[]; state: ExportFormState }

/** Choice of the receiving system, with two sentences on how the photos get there. */
export function TargetChoice({ targets, state: { target, chooseTarget } }: TargetChoiceProps) {
  const t = useTranslations('exports.dialog.target')
  const locale = useLocale()
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-medium text-sm">
        {t('label')}
      </label>
      <SystemCombobox
        id={id}
        label={t('label')}
        aria-describedby={`${id}-how`}
        systems={targets}
        value={target.id}
        onChange={chooseTarget}
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
