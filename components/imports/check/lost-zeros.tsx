'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { toDigits } from '#lib/imports/check/find-formatted.ts'
import { fillZeros } from '#lib/imports/check/find-lost-zeros.ts'
import { toVisible } from '#lib/text/invisible.ts'
import type { ImportTableState } from './use-import-table.ts'

/** Asks once whether the digits of all numbers that look like amounts are correct. */
export function FormattedNumbersNotice({ table: { facts, lines, list } }: { table: ImportTableState }) {
  const t = useTranslations('imports.formattedNumbers')
  const { formatted_numbers: formatted } = facts
  if (!formatted) return null

  function takeDigits(rows: readonly number[]) {
    const wanted = new Set(rows)
    list.edit(
      lines
        .filter(({ source }) => wanted.has(source.row))
        .map(({ source: { row, values } }) => ({ row, values: { mitarbeiternummer: toDigits(values) } })),
    )
  }

  return (
    <Alert
      tone="warning"
      action={
        <>
          <Button size="small" onClick={() => list.showOnly(formatted.rows)}>
            {t('show')}
          </Button>
          <Button size="small" onClick={() => takeDigits(formatted.rows)}>
            {t('take', { digits: formatted.digits })}
          </Button>
        </>
      }
    >
      {t('text', {
        count: formatted.rows.length,
        shown: toVisible(formatted.shown),
        digits: formatted.digits,
      })}
    </Alert>
  )
}

/**
 * Asks whether a spreadsheet program dropped leading zeros. This is a guess, so the zeros return only on
 * confirmation.
 */
export function LostZerosNotice({ table: { facts, lines, list } }: { table: ImportTableState }) {
  const t = useTranslations('imports.lostZeros')
  const { lost_zeros: lost } = facts
  if (!lost) return null

  function fill(width: number, rows: readonly number[]) {
    const short = new Set(rows)
    const filled = lines
      .filter(({ source }) => short.has(source.row))
      .map(({ source: { row, values } }) => ({
        row,
        values: { mitarbeiternummer: fillZeros(values, width) },
      }))
    list.edit(filled)
  }

  return (
    <Alert
      tone="warning"
      action={
        <>
          <Button size="small" onClick={() => list.showOnly(lost.rows)}>
            {t('show')}
          </Button>
          <Button size="small" onClick={() => fill(lost.width, lost.rows)}>
            {t('fill')}
          </Button>
        </>
      }
    >
      {t('text', { count: lost.rows.length, width: lost.width })}
    </Alert>
  )
}
