'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { cx } from '#components/ui/cx.ts'
import { Select } from '#components/ui/field/select.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { NamingOptions } from './naming-options.tsx'
import { TemplateField } from './template-field.tsx'
import type { ExportFormState } from './use-export-form.ts'

/** Common file names, so that most users need no template. */
const NAMING_PRESETS = {
  number: '{mitarbeiternummer}',
  email: '{email}',
  emailLocal: '{email_local}',
  name: '{last_name}_{first_name}',
} as const

type NamingPreset = keyof typeof NAMING_PRESETS

const PRESETS = ['number', 'email', 'emailLocal', 'name'] as const satisfies readonly NamingPreset[]

const OWN = 'own'
/** The names that the system expects, if they are not among the presets. */
const TARGET = 'target'

/** Choice of the file names, with real names below it. */
export function NamingFields({ state }: { state: ExportFormState }) {
  const t = useTranslations('exports.dialog.naming')
  const id = useId()
  const { form, values, target, plan } = state
  const [ownFor, setOwnFor] = useState<string | null>(null)
  const { template } = target.naming
  const hasNames = findPreset(template) === null
  const preset = findPreset(values.naming.template) ?? (values.naming.template === template ? TARGET : OWN)
  const chosen = ownFor === target.id ? OWN : preset

  function choose(choice: string) {
    setOwnFor(choice === OWN ? target.id : null)
    const known = PRESETS.find(preset => preset === choice)
    const next = choice === TARGET ? template : known && NAMING_PRESETS[known]
    if (next) form.setValue('naming.template', next, { shouldValidate: true })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {target.overrides.includes('naming') ? (
        <>
          <div className="grid gap-2">
            <label htmlFor={id} className="font-medium text-sm">
              {t('label')}
            </label>
            <Select id={id} value={chosen} onChange={event => choose(event.target.value)}>
              {hasNames && <option value={TARGET}>{t('presets.target')}</option>}
              {PRESETS.map(choice => (
                <option key={choice} value={choice}>
                  {t(`presets.${choice}`)}
                </option>
              ))}
              <option value={OWN}>{t('presets.own')}</option>
            </Select>
          </div>
          {chosen === OWN && <TemplateField state={state} />}
        </>
      ) : (
        <p className="font-medium text-sm">{t('label')}</p>
      )}
      <NamePreview
        names={plan.data?.file_names ?? (plan.failureReason ? [] : undefined)}
        stale={plan.isPlaceholderData}
      />
      {target.overrides.includes('naming') && <NamingOptions state={state} />}
    </div>
  )
}

/** Returns the preset that equals a template, or null for a custom one. */
function findPreset(template: string): NamingPreset | null {
  return PRESETS.find(preset => NAMING_PRESETS[preset] === template) ?? null
}

type NamePreviewProps = {
  /** Undefined while the first answer is loading; empty once an attempt has failed, also while it is retried. */
  names: string[] | undefined
  /** The names belong to the previous template. */
  stale: boolean
}

/** The first real file names, as they will be in the archive. */
function NamePreview({ names, stale }: NamePreviewProps) {
  const t = useTranslations('exports.dialog.naming')
  if (!names) return <Skeleton shape="box" className="h-8 w-full" />
  if (names.length === 0) return null
  return (
    <ul
      aria-label={t('preview')}
      aria-busy={stale}
      className={cx('flex min-h-8 flex-wrap items-start gap-1.5 transition-opacity', stale && 'opacity-50')}
    >
      {names.map(name => (
        <li
          key={name}
          title={name}
          className="max-w-full truncate rounded-sm bg-sunken px-2 py-1 font-mono text-sm inset-ring inset-ring-line"
        >
          <UserText>{name}</UserText>
        </li>
      ))}
    </ul>
  )
}
