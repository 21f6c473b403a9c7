'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import type { ImportTableState } from './use-import-table.ts'

/** What can be done with many lines at once; each button says with how many. */
export function BulkActions({ table: { different, faulty, plan, take } }: { table: ImportTableState }) {
  const t = useTranslations('imports.check.bulk')
  const opted = plan.update_rows.length
  return (
    <div className="flex flex-wrap gap-2">
      {different.length > opted && (
        <Button size="small" onClick={() => take(different, true)}>
          {t('updateAll', { count: different.length })}
        </Button>
      )}
      {opted > 0 && (
        <Button size="small" onClick={() => take(different, false)}>
          {t('updateNone', { count: opted })}
        </Button>
      )}
      {faulty.length > 0 && (
        <Button size="small" onClick={() => take(faulty, false)}>
          {t('leaveOut', { count: faulty.length })}
        </Button>
      )}
    </div>
  )
}
