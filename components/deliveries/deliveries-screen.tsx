'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { Moment } from '#components/page/moment.tsx'
import { PageHeader } from '#components/page/page-header.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Delivery } from '#lib/deliveries/contract.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { formatCounts, formatFailure, formatSchedule } from './format.ts'
import { RunState } from './run-state.tsx'
import { TestMail } from './test-mail.tsx'
import { useDelivery } from './use-delivery.ts'

const COLUMNS = [
  { name: 'name', width: '' },
  { name: 'where', width: 'w-[22%]' },
  { name: 'when', width: 'w-[20%]' },
  { name: 'last', width: 'w-[24%]' },
  { name: 'places', width: 'w-32' },
] as const

type DeliveriesScreenProps = {
  deliveries: Delivery[]
  mayManage: boolean
  /** True when the desk has its own key: without one no delivery runs automatically. */
  hasKey: boolean
}

/** Screen of all deliveries with their schedule and last result. */
export function DeliveriesScreen({ deliveries, mayManage, hasKey }: DeliveriesScreenProps) {
  const t = useTranslations('deliveries')
  const [current, ended] = [
    deliveries.filter(({ ended_at }) => ended_at === null),
    deliveries.filter(({ ended_at }) => ended_at !== null),
  ]
  const create = mayManage && hasKey && (
    <Link href={paths.newDelivery()} className={buttonClass({ variant: 'primary' })}>
      {t('new')}
    </Link>
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={<span>{t('facts')}</span>}
        actions={current.length > 0 && create}
      />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        {!hasKey && <Alert tone="warning">{t('needsKey')}</Alert>}
        <Panel>
          {current.length === 0 ? (
            <EmptyState title={t(ended.length > 0 ? 'empty.ended' : 'empty.title')} action={create}>
              <p>{t('empty.text')}</p>
              {!mayManage && <p>{t('empty.ask')}</p>}
            </EmptyState>
          ) : (
            <DeliveryTable title={t('title')} deliveries={current} />
          )}
        </Panel>
        {ended.length > 0 && (
          <Panel>
            <h2 className="px-4 py-3 text-lg">{t('endedTitle')}</h2>
            <DeliveryTable title={t('endedTitle')} deliveries={ended} />
          </Panel>
        )}
        {mayManage && deliveries.length > 0 && <TestMail />}
      </div>
    </>
  )
}

function DeliveryTable({ title, deliveries }: { title: string; deliveries: Delivery[] }) {
  const t = useTranslations('deliveries')
  return (
    <Table>
      <caption className="sr-only">{title}</caption>
      <TableHead>
        <tr>
          {COLUMNS.map(({ name, width }) => (
            <TableHeader key={name} className={width}>
              {t(`columns.${name}`)}
            </TableHeader>
          ))}
        </tr>
      </TableHead>
      <TableBody>
        {deliveries.map(delivery => (
          <DeliveryRow key={delivery.id} initial={delivery} />
        ))}
      </TableBody>
    </Table>
  )
}

function DeliveryRow({ initial }: { initial: Delivery }) {
  const t = useTranslations('deliveries')
  const locale = useLocale()
  const { data } = useDelivery(initial)
  const { id, name, project, system, kind, where, last_run, places } = data
  const cell = 'align-top sm:py-3'
  return (
    <TableRow className="max-sm:grid max-sm:wrap-anywhere max-sm:gap-1.5 max-sm:border-line max-sm:border-b max-sm:px-4 max-sm:py-3 max-sm:last:border-b-0">
      <TableCell className={`${cell} wrap-anywhere`}>
        <Link href={paths.delivery(id)} className="rounded-sm font-medium hover:underline">
          <UserText>{name}</UserText>
        </Link>
        <p className="text-muted text-sm">
          <UserText>{project.name}</UserText>
          {system && ` · ${system[locale]}`}
        </p>
      </TableCell>
      <TableCell className={`${cell} wrap-anywhere`}>
        {t(`kinds.${kind}`)}
        <p className="break-all text-muted text-sm">{where}</p>
      </TableCell>
      <TableCell className={cell}>
        <When of={data} />
      </TableCell>
      <TableCell className={cell}>
        {last_run && (
          <div className="grid justify-items-start gap-0.5">
            <RunState of={last_run} />
            <span className="text-muted text-sm">
              {last_run.state === 'failed'
                ? formatFailure(last_run, t)
                : formatCounts(last_run, t).join(' · ')}
              {last_run.ended_at && (
                <>
                  {' '}
                  <Moment at={last_run.ended_at} />
                </>
              )}
            </span>
          </div>
        )}
      </TableCell>
      <TableCell className={`${cell} tabular-nums`}>
        {(places.there > 0 || places.by_hand === 0) && t('there', { count: places.there })}
        {places.by_hand > 0 && (
          <p className="text-danger text-sm">{t('byHand', { count: places.by_hand })}</p>
        )}
      </TableCell>
    </TableRow>
  )
}

/** The schedule of a delivery, and its next run. */
export function When({ of: delivery }: { of: Delivery }) {
  const t = useTranslations('deliveries')
  const format = useFormatter()
  const { ended_at, confirmed, is_on, next_run_at, failures } = delivery
  return (
    <>
      {formatSchedule(delivery, t)}
      <p className="text-muted text-sm">
        {ended_at !== null
          ? t('ended')
          : !confirmed
            ? t('unconfirmed')
            : !is_on
              ? t('off')
              : next_run_at !== null &&
                t(failures > 0 ? 'nextTry' : 'next', {
                  moment: format.dateTime(new Date(next_run_at), 'moment'),
                })}
      </p>
    </>
  )
}
