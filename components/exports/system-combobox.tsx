'use client'

import { useTranslations } from 'use-intl/react'
import type { FieldControl } from '#components/ui/field/field.tsx'
import { Combobox } from '#components/ui/popup/combobox.tsx'
import type { ExportTarget } from '#lib/exports/contract.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'

/** Facts about a system that a user needs to choose it. */
export type OfferedSystem = Pick<ExportTarget, 'id' | 'name' | 'search_words' | 'kind'>

type SystemComboboxProps = Partial<FieldControl> & {
  label: string
  systems: readonly OfferedSystem[]
  value: string
  onChange: (id: string) => void
}

/** Choice of the receiving system, for every dialog that needs one: naming schemes are grouped apart from systems. */
export function SystemCombobox({ systems, ...props }: SystemComboboxProps) {
  const t = useTranslations('exports.dialog.target')
  const locale = useLocale()
  return (
    <Combobox
      options={systems.map(({ id: value, name, search_words, kind }) => ({
        value,
        label: name[locale],
        searchWords: search_words?.[locale],
        group: t(kind),
      }))}
      searchLabel={t('search')}
      emptyText={t('nothing')}
      {...props}
    />
  )
}
