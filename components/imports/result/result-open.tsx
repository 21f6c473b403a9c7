'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { WarningIcon } from '#components/ui/icons.ts'
import { Panel } from '#components/ui/panel.tsx'
import { SendButton } from '../check/send-button.tsx'
import type { ImportTableState } from '../check/use-import-table.ts'

type ResultOpenProps = { table: ImportTableState; busy: boolean; onSend: () => void }

/** What can still be sent, what was refused, and where that stands. */
export function ResultOpen({ table: { list, counts, plan, filter }, busy, onSend }: ResultOpenProps) {
  const t = useTranslations('imports.result')
  const refused = counts.kinds.get('refused') ?? 0
  const update = plan.update_rows.length
  const open = plan.create + update
  if (refused + open === 0) return null
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="flex min-w-0 gap-2.5 text-pretty [&>svg]:mt-0.5">
        {refused > 0 && <WarningIcon className="shrink-0 text-warning" />}
        {refused > 0 ? t('refused', { count: refused }) : t('open', { count: open })}
      </p>
      <div className="flex flex-wrap gap-2">
        {refused > 0 && filter !== 'refused' && (
          <Button onClick={() => list.show('refused')}>{t('showRefused', { count: refused })}</Button>
        )}
        {open > 0 && <SendButton create={plan.create} update={update} busy={busy} onSend={onSend} />}
      </div>
    </Panel>
  )
}
