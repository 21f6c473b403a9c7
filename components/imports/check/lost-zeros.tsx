'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { fillZeros } from '#lib/imports/check/find-lost-zeros.ts'
import type { ImportTableState } from './use-import-table.ts'

/** Asks whether a spreadsheet program dropped leading zeros. That is a guess, so only a person puts them back. */
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
