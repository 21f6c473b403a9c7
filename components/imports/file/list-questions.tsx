'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { matchHeader } from '#lib/imports/read/headers.ts'
import { hasPeople } from '#lib/imports/read/table.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { listHeaders, toColumnLetters } from '../columns/columns.ts'
import type { ImportWork } from '../work/import-work.ts'
import type { ReadList } from './use-read-list.ts'

/** Number of sheets with their own button; the others are in the choice of sheets. */
const SHEETS_OFFERED = 3

type ListQuestionProps = { work: ImportWork; list: ReadList }

/** The encoding of a text can be ambiguous, and only the user knows how the names are spelt. */
export function SpellingQuestion({ work, list }: ListQuestionProps) {
  const t = useTranslations('imports.file.spelling')
  const format = useFormatter()
  const [taken, ...others] = work.table.readings
  if (!taken) return null
  return (
    <Alert tone="warning" live title={t('title')}>
      <p>{t('taken', { names: format.list(taken.names.map(toVisible)) })}</p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button size="small" onClick={() => list.readAgain(work, { encoding: taken.encoding })}>
          {t('right')}
        </Button>
        {others.map(({ encoding, names }) => (
          <Button key={encoding} size="small" onClick={() => list.readAgain(work, { encoding })}>
            {t('rather', { names: format.list(names.map(toVisible)) })}
          </Button>
        ))}
      </div>
    </Alert>
  )
}

/** Asks whether a filtered sheet means only its visible lines, or all. */
export function HiddenLines({ work, list }: ListQuestionProps) {
  const t = useTranslations('imports.file.hidden')
  const { hidden } = work.table
  if (hidden === 0) return null
  const isWithout = work.overrides.without_hidden === true
  return (
    <Alert
      tone={isWithout ? 'info' : 'warning'}
      action={
        <Button size="small" onClick={() => list.readAgain(work, { without_hidden: !isWithout })}>
          {t(isWithout ? 'takeIn' : 'leaveOut')}
        </Button>
      }
    >
      {t(isWithout ? 'without' : 'with', { count: hidden })}
    </Alert>
  )
}

/** Warns about columns that are hidden in the user's program, or that contain formulas without values. */
export function ColumnNotices({ work }: Pick<ListQuestionProps, 'work'>) {
  const t = useTranslations('imports.file.columns')
  const format = useFormatter()
  const headers = listHeaders(work)
  const { hidden_columns: hidden, uncalculated } = work.table
  const toWords = (columns: readonly number[]) => ({
    count: columns.length,
    columns: format.list(
      columns.map(column =>
        toVisible(headers[column]?.trim() || toColumnLetters(column)).replaceAll('\n', ' '),
      ),
    ),
  })
  return (
    <>
      {hidden.length > 0 && <Alert>{t('hidden', toWords(hidden))}</Alert>}
      {uncalculated.length > 0 && <Alert tone="warning">{t('uncalculated', toWords(uncalculated))}</Alert>}
    </>
  )
}

/** Asks about employee numbers that Excel displays differently from what was typed into their cells. */
export function NumberQuestion({ work, list }: ListQuestionProps) {
  const t = useTranslations('imports.file.numbers')
  const headers = listHeaders(work)
  const found = work.table.formatted.find(
    ({ column }) => matchHeader(headers[column] ?? '')?.meaning === 'mitarbeiternummer',
  )
  if (!found) return null
  const isDigits = work.overrides.as_digits === true
  const words = { shown: toVisible(found.shown), digits: found.digits }
  return (
    <Alert
      tone={isDigits ? 'info' : 'warning'}
      action={
        <Button size="small" onClick={() => list.readAgain(work, { as_digits: !isDigits })}>
          {t(isDigits ? 'takeShown' : 'takeDigits', words)}
        </Button>
      }
    >
      {t(isDigits ? 'digits' : 'shown', words)}
    </Alert>
  )
}

/** Notes that more sheets contain employees than the one that was read. */
export function OtherSheets({ work, list }: ListQuestionProps) {
  const t = useTranslations('imports.file.otherSheets')
  const { guess, others } = work.table
  if (guess.sheet === null || others.length === 0) return null
  return (
    <Alert>
      <p>
        {t('text', {
          count: others.length,
          sheet: toVisible(guess.sheet),
          own: hasPeople(work.table) ? 'some' : 'none',
        })}
      </p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {others.slice(0, SHEETS_OFFERED).map(({ sheet, people }) => (
          <Button key={sheet} size="small" onClick={() => list.readAgain(work, { sheet })}>
            {t('read', { sheet: toVisible(sheet), people })}
          </Button>
        ))}
      </div>
    </Alert>
  )
}
