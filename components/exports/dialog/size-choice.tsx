'use client'

import { useTranslations } from 'use-intl/react'
import { Field } from '#components/ui/field/field.tsx'
import { Select } from '#components/ui/field/select.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { toSidesKey, toSizeName } from '#lib/i18n/service-words.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { useImageSizes } from './use-image-sizes.ts'

type Size = Export['size']
type SizeChoiceProps = { value: Size; onChange: (size: Size) => void }

const FULL = 'full'

/** Full size, or one of the configured sizes. When those cannot be had, the full size still can. */
export function SizeChoice({ value, onChange }: SizeChoiceProps) {
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
