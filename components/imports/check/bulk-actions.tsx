'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { announce } from '#components/ui/toast/live-region.tsx'
import { type GridLine, isFaulty } from '../grid/grid-line.ts'
import type { ImportTableState } from './use-import-table.ts'

/** What can be done with many lines at once; each button says with how many. */
export function BulkActions({ table: { list, lines, counts, plan } }: { table: ImportTableState }) {
  const t = useTranslations('imports.check.bulk')
  const said = useTranslations('imports.check')
  const { different, faulty } = counts
  const opted = plan.update_rows.length

  function take(chosen: GridLine[], taken: boolean) {
    list.take(chosen, taken)
    announce(said(taken ? 'announceTaken' : 'announceLeft', { count: chosen.length }))
  }

  return (
    <div className="flex flex-wrap gap-2">
      {different > opted && (
        <Button size="small" onClick={() => take(lines.filter(isDifferent), true)}>
          {t('updateAll', { count: different })}
        </Button>
      )}
      {opted > 0 && (
        <Button size="small" onClick={() => take(lines.filter(isDifferent), false)}>
          {t('updateNone', { count: opted })}
        </Button>
      )}
      {faulty > 0 && (
        <Button size="small" onClick={() => take(lines.filter(isFaulty), false)}>
          {t('leaveOut', { count: faulty })}
        </Button>
      )}
    </div>
  )
}

function isDifferent({ checked }: GridLine): boolean {
  return checked.kind === 'different'
}
