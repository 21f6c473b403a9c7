'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { asksByItself } from '#components/page/asks-by-itself.ts'
import { Pagination } from '#components/page/pagination.tsx'
import { ReadAgain } from '#components/page/read-again.tsx'
import { Thumbnail } from '#components/page/thumbnail.tsx'
import { toShown } from '#components/page/to-shown.ts'
import { avatarClass } from '#components/ui/avatar.tsx'
import { cx } from '#components/ui/cx.ts'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import { type DeliveryItem, type DeliveryRun, deliveryItemListResponse } from '#lib/deliveries/contract.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import { formatProblem, formatReason, toPages } from './format.ts'
import { OwnPhotoChoice } from './own-photos.tsx'
import { itemsKey } from './use-delivery.ts'
import { usePeopleSearch } from './use-people-search.tsx'

const ACTIONS = ['add', 'change', 'remove', 'cannot'] as const
/** More employees than this get a search field; fewer are visible at a glance. */
const SEARCHED_FROM = 10
type Shown = 'all' | (typeof ACTIONS)[number]

type RunItemsProps = {
  run: DeliveryRun
  /** Distinguishes this run from others on the page. */
  title: string
  /** True when this user may decide about employees' own photos. */
  mayDecide?: boolean
}

/** Actions of a run for each employee, with reasons: HR reads this before confirming the run. */
export function RunItems({ run, title, mayDecide = false }: RunItemsProps) {
  const t = useTranslations('deliveries')
  const [shown, setShown] = useState<Shown>('all')
  const search = usePeopleSearch()
  const titleId = useId()
  const { counts } = run
  const isPlan = run.state === 'review'
  const hasMany = run.total + counts.cannot.total > SEARCHED_FROM
  const there = ACTIONS.filter(action => counts[action].total > 0)
  const query = { ...search.query, action: shown === 'all' ? undefined : shown }
  const read = useQuery({
    queryKey: [...itemsKey(run.delivery_id), run.id, query],
    queryFn: context => {
      const request = { signal: context.signal, background: asksByItself(context) }
      return deskRequest(
        paths.api.runItems(run.delivery_id, run.id, query),
        deliveryItemListResponse,
        request,
      )
    },
    placeholderData: keepPreviousData,
  })
  const data = toShown(read)

  function show(next: Shown) {
    setShown(next)
    search.setPage(1)
  }

  return (
    <section aria-labelledby={titleId} className="grid gap-3 border-line border-t px-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 id={titleId} className="font-medium">
          {title}
        </h3>
        {hasMany && search.field}
        {there.length > 1 && (
          <SegmentedControl
            legend={t('items.action')}
            segments={[
              { value: 'all' as Shown, label: t('items.all') },
              ...there.map(action => ({
                value: action,
                label: `${t(`actions.${action}`)} (${counts[action].total})`,
              })),
            ]}
            value={shown}
            onChange={show}
            className="flex-wrap"
          />
        )}
      </div>
      <ReadAgain of={read} />
      {!data && !read.error && <Skeleton className="h-24 w-full" />}
      {data?.data.length === 0 && <p className="text-muted">{t('record.noMatch')}</p>}
      {data && data.data.length > 0 && (
        <Table stale={read.isPlaceholderData}>
          <caption className="sr-only">{title}</caption>
          <TableHead>
            <tr>
              <TableHeader>{t('items.person')}</TableHeader>
              <TableHeader className="w-36">{t('items.action')}</TableHeader>
              <TableHeader className="w-[34%]">{t('items.reason')}</TableHeader>
              {!isPlan && <TableHeader className="w-36">{t('items.outcome')}</TableHeader>}
            </tr>
          </TableHead>
          <TableBody>
            {data.data.map(item => (
              <ItemRow key={item.employee_id} item={item} run={run} mayDecide={mayDecide} />
            ))}
          </TableBody>
        </Table>
      )}
      {data && data.meta.last_page > 1 && (
        <Pagination
          label={title}
          summary={t('items.page', toPages(data.meta))}
          page={data.meta.current_page}
          pages={data.meta.last_page}
          hrefOf={() => paths.delivery(run.delivery_id)}
          onPage={search.setPage}
        />
      )}
    </section>
  )
}

function ItemRow({ item, run, mayDecide }: { item: DeliveryItem; run: DeliveryRun; mayDecide: boolean }) {
  const t = useTranslations('deliveries')
  const format = useFormatter()
  const { action, reason, problem, state, file_names, edited_at } = item
  const cell = 'align-top sm:py-2'
  const day = edited_at && format.dateTime(new Date(edited_at), 'day')
  const why =
    problem !== null
      ? formatProblem(problem, t)
      : reason !== null
        ? formatReason(reason, t)
        : day && t('items.approved', { day })
  return (
    <TableRow className="max-sm:grid max-sm:wrap-anywhere max-sm:gap-1 max-sm:border-line max-sm:border-b max-sm:px-4 max-sm:py-3 max-sm:last:border-b-0">
      <TableCell className={`${cell} wrap-anywhere`}>
        <PersonWithFace of={item} note={file_names.join(', ')} />
      </TableCell>
      <TableCell className={cell}>
        <CellLabel>{t('items.action')}</CellLabel> {t(`actions.${action}`)}
      </TableCell>
      <TableCell className={cx(cell, 'wrap-anywhere sm:text-muted', !why && 'max-sm:hidden')}>
        <CellLabel>{t('items.reason')}</CellLabel>{' '}
        {mayDecide && item.own_photo ? <OwnPhotoChoice item={item} run={run} /> : why}
      </TableCell>
      {run.state !== 'review' && (
        <TableCell className={cx(cell, action === 'cannot' && 'max-sm:hidden')}>
          {action !== 'cannot' && (
            <>
              <CellLabel>{t('items.outcome')}</CellLabel>{' '}
              {state === 'waiting' && isFinished(run) ? t('outcomes.left') : t(`outcomes.${state}`)}
            </>
          )}
        </TableCell>
      )}
    </TableRow>
  )
}

/** Text of the column's head, for cells shown below each other. */
export function CellLabel({ children }: { children: string }) {
  return <span className="text-muted sm:hidden">{children}:</span>
}

type PersonWithFaceProps = {
  of: Pick<DeliveryItem, 'employee_id' | 'first_name' | 'last_name' | 'edited_at'>
  note: string
}

/** The portrait concerned, next to the name; below it the location of the photo. */
export function PersonWithFace({ of: person, note }: PersonWithFaceProps) {
  const { employee_id: id, first_name, last_name, edited_at } = person
  const name = [last_name, first_name].filter(Boolean).join(', ')
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden="true" className={avatarClass({ seed: id })}>
        {`${[...first_name][0] ?? ''}${[...last_name][0] ?? ''}`}
        {edited_at && <Thumbnail path={paths.api.thumbnail(id, edited_at)} />}
      </span>
      <span className="min-w-0">
        <UserText>{name || `#${id}`}</UserText>
        <span className="block break-all text-muted text-sm">{note}</span>
      </span>
    </div>
  )
}
