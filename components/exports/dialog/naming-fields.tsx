'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Select } from '#components/ui/field/select.tsx'
import { NamePreview } from './name-preview.tsx'
import { NamingOptions } from './naming-options.tsx'
import { findPreset, NAMING_PRESETS, PRESETS } from './naming-presets.ts'
import { TemplateField } from './template-field.tsx'
import type { ExportFormState } from './use-export-form.ts'

const OWN = 'own'
/** The names that the system expects, where they are none of the usual ones. */
const TARGET = 'target'

/** How the files are called, with real names below it. */
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
    <div className="grid gap-3">
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
      <NamePreview names={plan.data?.file_names} stale={plan.isPlaceholderData} />
      {target.overrides.includes('naming') && <NamingOptions state={state} />}
    </div>
  )
}
