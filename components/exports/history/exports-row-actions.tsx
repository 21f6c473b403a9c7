'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { ExportAgain } from '#components/exports/card/export-entry.tsx'
import { ExportParts } from '#components/exports/card/export-parts.tsx'
import { useCancelExport } from '#components/exports/card/use-export.ts'
import { useStartExport } from '#components/exports/card/use-start-export.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Said } from '#components/ui/announce.tsx'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import { Button } from '#components/ui/button.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { isOver } from '#lib/jobs/is-over.ts'

const ExportChangesDialog = lazy(whenOnline(() => import('./export-changes-dialog.tsx')))

/** What can be done with an export now: take it again, take only what is new, see what must go elsewhere. */
export function ExportsRowActions({ of: shown }: { of: Export }) {
  const t = useTranslations('exports.history')
  const sentence = useErrorSentence()
  const locale = useLocale()
  const router = useRouter()
  const start = useStartExport()
  const [looking, setLooking] = useState<'open' | 'closed' | null>(null)
  const { id, state, done, request } = shown

  async function takeNew() {
    const scope = { kind: 'since', export_id: id } as const
    const answer = await start.mutateAsync({ ...request, locale, scope }).catch(() => null)
    if (!answer) return
    setLooking('closed')
    router.refresh()
  }

  if (!isOver({ state })) return <CancelExport id={id} />
  if (state === 'failed' || state === 'cancelled') return <ExportAgain of={shown} />
  if ((state !== 'ready' && state !== 'expired') || done === 0) return null
  return (
    <div className="flex flex-wrap gap-1.5 max-sm:mt-1">
      {state === 'ready' && <ExportParts of={shown} />}
      <Button size="small" busy={start.isPending} onClick={takeNew}>
        {t('onlyNew')}
      </Button>
      <Button size="small" aria-haspopup="dialog" onClick={() => setLooking('open')}>
        {t('changes.open')}
      </Button>
      {start.error && <Said className="text-danger text-sm">{sentence(start.error)}</Said>}
      {looking && (
        <Suspense>
          <ExportChangesDialog
            exported={shown}
            open={looking === 'open'}
            onClose={() => setLooking('closed')}
            onTakeNew={takeNew}
            taking={start.isPending}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Its row tells how far it is. */
function CancelExport({ id }: { id: string }) {
  const t = useTranslations('exports.card')
  const sentence = useErrorSentence()
  const cancel = useCancelExport(id)
  return (
    <>
      <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {cancel.isPending ? t('cancelling') : t('cancel')}
      </Button>
      {cancel.error && <Said className="text-danger text-sm">{sentence(cancel.error)}</Said>}
    </>
  )
}
