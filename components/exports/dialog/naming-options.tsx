'use client'

import { useTranslations } from 'use-intl/react'
import { Checkbox } from '#components/ui/field/checkbox.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ChevronRightIcon } from '#components/ui/icons.ts'
import { FOLDERS, LETTER_CASES } from '#lib/exports/naming/naming.ts'
import type { ExportFormState } from './use-export-form.ts'

const PADS = [0, 4, 5, 6, 7, 8, 10, 12]

/** Options that few users need: letters, zeros, folders. */
export function NamingOptions({ state: { form, values, target } }: { state: ExportFormState }) {
  const t = useTranslations('exports.dialog.naming')
  const { transliterate, letter_case, pad, folder } = values.naming
  return (
    <details className="group/options">
      <summary className="inline-flex min-h-7 list-none items-center gap-1 rounded-sm text-muted text-sm hover:text-text">
        <Icon of={ChevronRightIcon} className="size-3.5 transition-transform group-open/options:rotate-90" />
        {t('more')}
      </summary>
      <div className="mt-2 grid gap-4 sm:grid-cols-3">
        <Checkbox
          className="sm:col-span-3"
          label={t('transliterate')}
          checked={transliterate}
          onChange={event => form.setValue('naming.transliterate', event.target.checked)}
        />
        <Field label={t('letterCase')}>
          {control => (
            <Select
              {...control}
              value={letter_case}
              onChange={({ target: { value } }) => {
                const chosen = LETTER_CASES.find(name => name === value)
                if (chosen) form.setValue('naming.letter_case', chosen)
              }}
            >
              {LETTER_CASES.map(name => (
                <option key={name} value={name}>
                  {t(`letterCases.${name}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('pad')}>
          {control => (
            <Select
              {...control}
              value={pad}
              onChange={event => form.setValue('naming.pad', Number(event.target.value))}
            >
              {PADS.map(digits => (
                <option key={digits} value={digits}>
                  {t('pads', { digits })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {!target.flat && (
          <Field label={t('folder')}>
            {control => (
              <Select
                {...control}
                value={folder}
                onChange={({ target: { value } }) => {
                  const chosen = FOLDERS.find(name => name === value)
                  if (chosen) form.setValue('naming.folder', chosen)
                }}
              >
                {FOLDERS.map(name => (
                  <option key={name} value={name}>
                    {t(`folders.${name}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
    </details>
  )
}
