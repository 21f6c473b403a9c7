'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { RecordLinks } from '#components/employees/person/record-links.tsx'
import { asksByItself } from '#components/page/asks-by-itself.ts'
import { Moment } from '#components/page/moment.tsx'
import { Pagination } from '#components/page/pagination.tsx'
import { ReadAgain } from '#components/page/read-again.tsx'
import { toShown } from '#components/page/to-shown.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, CheckCircleIcon, CloseIcon, WarningIcon } from '#components/ui/icons.ts'
import { Panel } from '#components/ui/panel.tsx'
import { StatusMark } from '#components/ui/status-mark.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { type Delivered, type Delivery, deliveredListResponse } from '#lib/deliveries/contract.ts'
import { toStanding } from '#lib/deliveries/reasons.ts'
import { deskCommand, deskRequest } from '#lib/desk-api/desk-request.ts'
import { formatProblem, formatReason, toPages } from './format.ts'
import { CellLabel, PersonWithFace } from './run-items.tsx'
import { deliveryKey, placesKey } from './use-delivery.ts'
import { usePeopleSearch } from './use-people-search.tsx'

const LOOKS = {
  there: { tone: 'positive', Mark: CheckCircleIcon },
  by_hand: { tone: 'danger', Mark: AlertIcon },
  removed: { tone: 'neutral', Mark: CloseIcon },
  gone_there: { tone: 'warning', Mark: WarningIcon },
  other_there: { tone: 'warning', Mark: WarningIcon },
} as const satisfies Record<Delivered['state'], unknown> &
  Record<string, { tone: string; Mark: typeof CloseIcon }>

/**
 * Location of each employee's photo, with dates of delivery and removal; also photos that can only be removed by
 * hand.
 */
export function PlacesTable({ delivery, mayRun }: { delivery: Delivery; mayRun: boolean }) {
  const t = useTranslations('deliveries')
  const search = usePeopleSearch()
  const { id, places } = delivery
  const all = places.there + places.by_hand + places.removed
  const { query, setPage } = search
  const read = useQuery({
    queryKey: [...placesKey(id), query],
    queryFn: context => {
      const request = { signal: context.signal, background: asksByItself(context) }
      return deskRequest(paths.api.deliveryPlaces(id, query), deliveredListResponse, request)
    },
    placeholderData: keepPreviousData,
    enabled: all > 0,
  })
  const data = toShown(read)
  if (all === 0) return null
  return (
    <Panel>
      <section aria-labelledby="places" className="grid gap-3 px-4 py-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2 id="places" className="text-lg">
            {t('record.title')}
          </h2>
          <div className="no-print flex flex-wrap items-center gap-2">
            {search.field}
            {mayRun && (
              <>
                <a
                  href={toAddress(paths.api.deliveryRecord(id, 'html'))}
                  download
                  className={buttonClass({})}
                >
                  {t('record.page')}
                </a>
                <a href={toAddress(paths.api.deliveryRecord(id, 'csv'))} download className={buttonClass({})}>
                  {t('record.csv')}
                </a>
              </>
            )}
          </div>
        </div>
        <ReadAgain of={read} />
        {data?.data.length === 0 && <p className="text-muted">{t('record.noMatch')}</p>}
        {data && data.data.length > 0 && (
          <Table stale={read.isPlaceholderData}>
            <caption className="sr-only">{t('record.title')}</caption>
            <TableHead>
              <tr>
                <TableHeader>{t('record.person')}</TableHeader>
                <TableHeader className="w-[34%]">{t('record.state')}</TableHeader>
                <TableHeader className="w-32">{t('record.since')}</TableHeader>
                <TableHeader className="w-32">{t('record.version')}</TableHeader>
              </tr>
            </TableHead>
            <TableBody>
              {data.data.map(row => (
                <PlaceRow key={row.employee_id} row={row} delivery={delivery} mayRun={mayRun} />
              ))}
            </TableBody>
          </Table>
        )}
        {data && data.meta.last_page > 1 && (
          <Pagination
            label={t('record.title')}
            summary={t('items.page', toPages(data.meta))}
            page={data.meta.current_page}
            pages={data.meta.last_page}
            hrefOf={() => paths.delivery(id)}
            onPage={setPage}
          />
        )}
      </section>
    </Panel>
  )
}

type PlaceRowProps = { row: Delivered; delivery: Delivery; mayRun: boolean }

function PlaceRow({ row, delivery, mayRun }: PlaceRowProps) {
  const t = useTranslations('deliveries')
  const { state, reason, problem, removed_at, removed_by, delivered_at, edited_at, places } = row
  const standing = toStanding(row)
  const { tone, Mark } = LOOKS[standing]
  const cell = 'align-top sm:py-2'
  return (
    <TableRow className="max-sm:grid max-sm:wrap-anywhere max-sm:gap-1 max-sm:border-line max-sm:border-b max-sm:px-4 max-sm:py-3 max-sm:last:border-b-0">
      <TableCell className={`${cell} wrap-anywhere`}>
        <PersonWithFace
          of={{ ...row, edited_at: state === 'there' ? edited_at : null }}
          note={places.join(', ')}
        />
      </TableCell>
      <TableCell className={`${cell} wrap-anywhere`}>
        <StatusMark tone={tone} mark={<Icon of={Mark} className="size-4" />}>
          {t(`record.states.${standing}`)}
        </StatusMark>
        {reason && standing === state && <p className="text-muted text-sm">{formatReason(reason, t)}</p>}
        {state !== 'there' && problem && <p className="text-sm">{formatProblem(problem, t)}</p>}
        {removed_at && (
          <p className="text-muted text-sm">
            <Moment at={removed_at} />{' '}
            {removed_by ? t('record.removedBy', { email: removed_by }) : t('record.byDesk')}
          </p>
        )}
        {state !== 'there' && <RecordLinks employeeId={row.employee_id} />}
        {state === 'by_hand' && mayRun && <RemovedByHand row={row} delivery={delivery} />}
      </TableCell>
      <TableCell className={cell}>
        <CellLabel>{t('record.since')}</CellLabel> <Moment at={delivered_at} />
      </TableCell>
      <TableCell className={cell}>
        <CellLabel>{t('record.version')}</CellLabel> <Moment at={edited_at} />
      </TableCell>
    </TableRow>
  )
}

/** Button "It is removed", for the user who has removed the photo by hand. */
function RemovedByHand({ row, delivery: { id } }: Omit<PlaceRowProps, 'mayRun'>) {
  const t = useTranslations('deliveries')
  const sentence = useErrorSentence()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deskCommand(paths.api.removedByHand(id, row.employee_id), { method: 'DELETE' }),
    onSuccess: () => {
      const name = [row.first_name, row.last_name].filter(Boolean).join(' ') || row.places.join(', ')
      toast({ title: t('record.doneToast', { name }), tone: 'positive' })
      void queries.invalidateQueries({ queryKey: deliveryKey(id) })
    },
  })
  return (
    <div className="mt-1 grid justify-items-start gap-1">
      <Button size="small" busy={isPending} onClick={() => mutate()}>
        {t('record.done')}
      </Button>
      {error && <p className="text-danger text-sm">{sentence(error)}</p>}
    </div>
  )
}
