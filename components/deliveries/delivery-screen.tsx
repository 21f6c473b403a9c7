'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/page/page-header.tsx'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { keepFocus } from '#components/ui/browser/keep-focus.ts'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Delivery } from '#lib/deliveries/contract.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import { When } from './deliveries-screen.tsx'
import { ChangeDialog, EndDialog, RemovedByHandDialog } from './delivery-dialogs.tsx'
import { PlacesTable } from './places-table.tsx'
import { RunCard } from './run-card.tsx'
import { RunList } from './run-list.tsx'
import { useChangeDelivery, useDelivery, useRun } from './use-delivery.ts'

type DeliveryScreenProps = { initial: Delivery; mayManage: boolean; mayRun: boolean; timeZone: string }

/** One delivery: its next changes, its past runs, and the location of each employee's photo. */
export function DeliveryScreen({ initial, mayManage, mayRun, timeZone }: DeliveryScreenProps) {
  const t = useTranslations('deliveries')
  const sentence = useErrorSentence()
  const locale = useLocale()
  const hydrated = useHydrated()
  const { data: delivery } = useDelivery(initial)
  const { start, isPending, error } = useRun(delivery)
  const changing = useChangeDelivery(delivery)
  const [dialog, setDialog] = useState<'change' | 'end' | 'by_hand' | null>(null)
  const { name, project, project_id, system, kind, where, places, last_run, confirmed, ended_at } = delivery
  const isBusy = last_run !== null && !isFinished(last_run)
  const problem = error ?? changing.error
  const keepsOwn = last_run?.reasons.find(({ reason }) => reason === 'photo_there')?.count ?? 0

  async function turn(is_on: boolean) {
    await changing.change({ is_on })
    toast({ title: t(is_on ? 'switchedOn' : 'switchedOff', { name }), tone: 'positive' })
  }

  return (
    <div ref={keepFocus}>
      <PageHeader
        title={name}
        back={{ href: paths.deliveries(), label: t('back') }}
        facts={
          <>
            <Link href={paths.project(project_id)} className="rounded-sm hover:underline">
              <UserText>{project.name}</UserText>
            </Link>
            {system && <span>{system[locale]}</span>}
            <span className="break-all">{`${t(`kinds.${kind}`)}: ${where}`}</span>
          </>
        }
        actions={
          ended_at === null && (
            <>
              {mayManage && (
                <>
                  <Button disabled={!hydrated} onClick={() => setDialog('end')}>
                    {t('finish')}
                  </Button>
                  <Button disabled={!hydrated} onClick={() => setDialog('change')}>
                    {t('change')}
                  </Button>
                </>
              )}
              {mayRun && !isBusy && (
                <Button
                  variant="primary"
                  disabled={!hydrated}
                  busy={isPending}
                  onClick={() => void start().catch(() => {})}
                >
                  {t('run')}
                </Button>
              )}
            </>
          )
        }
      />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
        {problem && (
          <Alert tone="danger" live>
            {sentence(problem)}
          </Alert>
        )}
        {places.by_hand > 0 && (
          <Alert
            tone="warning"
            action={
              mayRun &&
              places.by_hand > 1 && (
                <Button size="small" disabled={!hydrated} onClick={() => setDialog('by_hand')}>
                  {t('record.doneAll')}
                </Button>
              )
            }
          >
            {t('byHand', { count: places.by_hand })}
          </Alert>
        )}
        {places.differing > 0 && (
          <Alert
            tone="warning"
            action={
              mayRun &&
              !isBusy &&
              ended_at === null && (
                <Button
                  size="small"
                  disabled={!hydrated}
                  busy={isPending}
                  onClick={() => void start('differing').catch(() => {})}
                >
                  {t('deliverAgain')}
                </Button>
              )
            }
          >
            {t(toDifferingText(kind), { count: places.differing })}
          </Alert>
        )}
        {keepsOwn > 0 && ended_at === null && !isBusy && (
          <Alert
            action={
              mayRun && (
                <Button
                  size="small"
                  disabled={!hydrated}
                  busy={isPending}
                  onClick={() => void start('own_photos').catch(() => {})}
                >
                  {t('decideAgain')}
                </Button>
              )
            }
          >
            {t('keepsOwn', { count: keepsOwn })}
          </Alert>
        )}
        <Panel className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-3">
          <div>
            <When of={delivery} />
          </div>
          {ended_at === null && confirmed && delivery.schedule.kind !== 'by_hand' && (
            <Switch
              label={t('switch')}
              checked={delivery.is_on}
              disabled={!mayRun || !hydrated}
              onChange={event => void turn(event.target.checked).catch(() => {})}
            />
          )}
        </Panel>
        {last_run && <RunCard key={last_run.id} delivery={delivery} run={last_run} mayRun={mayRun} />}
        <PlacesTable delivery={delivery} mayRun={mayRun} />
        <RunList delivery={delivery} />
      </div>
      <RemovedByHandDialog delivery={delivery} open={dialog === 'by_hand'} onClose={() => setDialog(null)} />
      <EndDialog delivery={delivery} open={dialog === 'end'} onClose={() => setDialog(null)} />
      <ChangeDialog
        delivery={delivery}
        timeZone={timeZone}
        open={dialog === 'change'}
        onClose={() => setDialog(null)}
      />
    </div>
  )
}

function toDifferingText(kind: Delivery['kind']): 'differing' | 'differingEntries' | 'differingFiles' {
  if (kind === 'microsoft-365') return 'differing'
  return kind === 'ldap' ? 'differingEntries' : 'differingFiles'
}
