'use client'

import { useTranslations } from 'use-intl/react'
import { Field } from '#components/ui/field/field.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { DELIMITERS, ENCODINGS } from '#lib/imports/read/table.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { changeImportWork, type ImportWork } from '../work/import-work.ts'
import type { ReadList } from './use-read-list.ts'

/** Headers are at the top, below a title or two; further lines are not offered. */
const HEADER_CHOICES = 20
const DELIMITER_NAMES = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const

/** Shows how the list was interpreted. Each guess can be corrected, and the preview below follows. */
export function GuessBar({ work, list }: { work: ImportWork; list: ReadList }) {
  const t = useTranslations('imports.file.guess')
  const { table, headerRow, fileName } = work
  const { guess, sheets, rows } = table
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3 *:min-w-44 max-sm:*:grow">
      {guess.sheet !== null && sheets.length > 1 && (
        <Field label={t('sheet')}>
          {control => (
            <Select
              value={guess.sheet ?? ''}
              onChange={event => list.readAgain(work, { sheet: event.target.value })}
              {...control}
            >
              {sheets.map(sheet => (
                <option key={sheet} value={sheet}>
                  {toVisible(sheet)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t('headers')}>
        {control => (
          <Select
            value={headerRow ?? ''}
            onChange={event =>
              changeImportWork({ headerRow: Number(event.target.value) || null, mapping: null })
            }
            {...control}
          >
            <option value="">{t('noHeaders')}</option>
            {rows.slice(0, HEADER_CHOICES).map(({ row }) => (
              <option key={row} value={row}>
                {t('line', { row })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {guess.delimiter !== null && (
        <Field label={t('delimiter')}>
          {control => (
            <Select
              value={guess.delimiter ?? ''}
              onChange={event =>
                list.readAgain(work, { delimiter: DELIMITERS.find(sign => sign === event.target.value) })
              }
              {...control}
            >
              {DELIMITERS.map(sign => (
                <option key={sign} value={sign}>
                  {t(`delimiters.${DELIMITER_NAMES[sign]}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {guess.encoding !== null && fileName !== null && (
        <Field label={t('encoding')}>
          {control => (
            <Select
              value={guess.encoding ?? ''}
              onChange={event =>
                list.readAgain(work, { encoding: ENCODINGS.find(name => name === event.target.value) })
              }
              {...control}
            >
              {ENCODINGS.map(name => (
                <option key={name} value={name}>
                  {t(`encodings.${name}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  )
}
