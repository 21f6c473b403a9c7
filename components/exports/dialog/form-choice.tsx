'use client'

import { useTranslations } from 'use-intl/react'
import { Field } from '#components/ui/field/field.tsx'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { Select } from '#components/ui/field/select.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { toSidesKey, toSizeName } from '#lib/i18n/service-words.ts'
import { toVisible } from '#lib/text/invisible.ts'
import type { ExportFormState } from './use-export-form.ts'
import { useImageSizes } from './use-image-sizes.ts'

const FULL = 'full'

/** Choice of background and size, as far as the target allows. */
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

type Size = Export['size']

type SizeChoiceProps = { value: Size; onChange: (size: Size) => void }

/** Full size, or one of the configured sizes. When these cannot be read, the full size is still offered. */
function SizeChoice({ value, onChange }: SizeChoiceProps) {
  const t = useTranslations('exports.dialog')
  const { data: sizes = [], isError } = useImageSizes()
  return (
    <Field label={t('size')} hint={isError && t('sizesFailed')}>
      {control => (
        <Select
          {...control}
          value={typeof value === 'number' ? String(value) : FULL}
          onChange={({ target }) => onChange(target.value === FULL ? 'auto' : Number(target.value))}
        >
          <option value={FULL}>{t('full')}</option>
          {sizes.map(size => (
            <option key={size.index} value={size.index}>
              {`${toVisible(toSizeName(size))} · ${t(`sizes.${toSidesKey(size)}`, size)}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
