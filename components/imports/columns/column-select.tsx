'use client'

import { useTranslations } from 'use-intl/react'
import { Field } from '#components/ui/field/field.tsx'
import { Select } from '#components/ui/field/select.tsx'
import type { ImportWork } from '../work/import-work.ts'
import { listExamples, listHeaders, toColumnLetters } from './columns.ts'

type ColumnSelectProps = {
  label: string
  work: ImportWork
  column: number | undefined
  onColumn: (column: number | undefined) => void
  aside?: string | undefined
  required?: boolean
  error?: string | undefined
  /** Consequence of choosing no column. */
  note?: string | undefined
}

/** Choice of the column for a value; its examples show at once whether it is the right one. */
export function ColumnSelect({
  label,
  work,
  column,
  onColumn,
  aside,
  required = false,
  error,
  note,
}: ColumnSelectProps) {
  const t = useTranslations('imports.columns')
  const headers = listHeaders(work)
  const examples = column === undefined ? [] : listExamples(work, column)

  function nameOf(index: number): string {
    const letters = toColumnLetters(index)
    const header = headers[index]?.trim()
    return header ? t('column', { letters, header }) : t('columnUnnamed', { letters })
  }

  return (
    <Field
      label={label}
      aside={aside}
      required={required}
      error={error}
      hint={examples.length > 0 ? t('examples', { examples: examples.join(' · ') }) : note}
    >
      {control => (
        <Select
          value={column ?? ''}
          onChange={event => onColumn(event.target.value === '' ? undefined : Number(event.target.value))}
          {...control}
        >
          <option value="">{t('none')}</option>
          {headers.map((_, index) => (
            <option key={toColumnLetters(index)} value={index}>
              {nameOf(index)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
