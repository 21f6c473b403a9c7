'use client'

import { useTranslations } from 'use-intl/react'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { SizeChoice } from './size-choice.tsx'
import type { ExportFormState } from './use-export-form.ts'

/** With or without background, and how large, as far as the target leaves a choice. */
export function FormChoice({ state: { form, values, target } }: { state: ExportFormState }) {
  const t = useTranslations('exports.dialog')
  const mayVariant = target.overrides.includes('variant')
  const maySize = target.overrides.includes('size')
  if (!mayVariant && !maySize) return null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {mayVariant && (
        <div className="grid content-start justify-items-start gap-2">
          <p aria-hidden="true" className="font-medium text-sm">
            {t('format')}
          </p>
          <SegmentedControl
            legend={t('format')}
            value={values.variant}
            onChange={variant => form.setValue('variant', variant)}
            segments={[
              { value: 'standard', label: t('standard') },
              { value: 'transparent', label: t('transparent') },
            ]}
          />
        </div>
      )}
      {maySize && <SizeChoice value={values.size} onChange={size => form.setValue('size', size)} />}
    </div>
  )
}
