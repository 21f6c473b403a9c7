'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Moment } from '#components/page/moment.tsx'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ChevronRightIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import { type Import, importListResponse, isOpenRow } from '#lib/contracts/imports.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'
import { discardDraft } from '../work/use-import.ts'
import { isUnfinished } from './is-unfinished.ts'

const loadRowSaver = loadWithRetry(() => import('../check/row-saver.ts'))

/** Number of imports shown: the page is about the next list; older ones are one click away. */
const SHOWN = 2

type UnfinishedImportsProps = {
  projectId: number
  /** The imports that came with the page: nothing below them moves when they are read again. */
  drawn: Import[]
}

/** Imports that this user has started and can continue, and those of other users. */
export function UnfinishedImports({ projectId, drawn }: UnfinishedImportsProps) {
  const t = useTranslations('imports.unfinished')
  const { data } = useQuery({
    initialData: drawn,
    queryKey: importsKey(projectId),
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.imports(projectId), importListResponse, { signal })).data,
    staleTime: 0,
  })
  const open = data.filter(isUnfinished).sort((one, other) => Number(hasEnded(one)) - Number(hasEnded(other)))
  const older = open.slice(SHOWN)
  if (open.length === 0) return null
  return (
    <section aria-labelledby="unfinished-imports" className="grid gap-2">
      <h2 id="unfinished-imports" tabIndex={-1} className="w-fit rounded-sm text-lg outline-none">
        {t('title')}
      </h2>
      <Panel className="divide-y divide-line">
        {open.slice(0, SHOWN).map(unfinished => (
          <UnfinishedImport key={unfinished.id} of={unfinished} />
        ))}
        {older.length > 0 && (
          <details className="group/older divide-y divide-line">
            <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm px-4 py-2.5 text-muted text-sm hover:text-text">
              <Icon
                of={ChevronRightIcon}
                className="size-4 transition-transform group-open/older:rotate-90 rtl:rotate-180"
              />
              {t('older', { count: older.length })}
            </summary>
            {older.map(unfinished => (
              <UnfinishedImport key={unfinished.id} of={unfinished} />
            ))}
          </details>
        )}
      </Panel>
    </section>
  )
}

function UnfinishedImport({ of }: { of: Import }) {
  const t = useTranslations('imports.unfinished')
  const imports = useTranslations('imports')
  const sentence = useTranslations('errors')
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => (of.state === 'draft' ? discardDraft(of.id) : leaveOutRest(of.id)),
    onSettled: () => queries.invalidateQueries({ queryKey: importsKey(of.project_id) }),
    onError: thrown => toast({ title: sentence(toDeskError(thrown).code), tone: 'danger' }),
  })
  const { counts, planned, state, mine, owner_email, edited } = of
  return (
    <div
      data-testid="unfinished-import"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5"
    >
      <div className="min-w-0">
        <p className="truncate font-medium">
          <UserText>{(mine ? of.file_name : null) ?? t('others', { owner: owner_email })}</UserText>
        </p>
        <p className="text-muted text-sm tabular-nums">
          {t(`states.${state}`, {
            rows: counts.rows,
            done: planned - counts.waiting,
            planned,
            made: imports('made', { created: counts.created, updated: counts.updated }),
            open: counts.left,
          })}
          {' · '}
          <Moment at={of.created_at} />
        </p>
      </div>
      {mine && (
        <div className="flex gap-2">
          {(state === 'draft' || hasEnded(of)) && (
            <Button
              size="small"
              variant="quiet"
              busy={remove.isPending}
              onClick={() => (edited || state !== 'draft' ? setAsking(true) : remove.mutate())}
            >
              {t('throwAway')}
            </Button>
          )}
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title={t('askTitle')}
            confirmLabel={t('askConfirm')}
            onConfirm={() => {
              setAsking(false)
              remove.mutate()
            }}
          >
            <p>
              {state === 'draft'
                ? t('askText', { name: of.file_name ?? '' })
                : t('askRest', { name: of.file_name ?? '', count: counts.left })}
            </p>
          </ConfirmDialog>
          <Link href={paths.import(of.project_id, of.id)} className={buttonClass({ size: 'small' })}>
            {t('goOn')}
          </Link>
        </div>
      )}
    </div>
  )
}

/** Leaves out every row that is not sent yet. */
async function leaveOutRest(importId: string): Promise<void> {
  const { readRows, saverOf } = await loadRowSaver()
  const open = (await readRows(importId)).filter(row => isOpenRow(row) && !row.excluded)
  const saver = saverOf(importId)
  saver.keep(open.map(({ row }) => ({ row, excluded: true })))
  if (!(await saver.save())) throw saver.state.get().problem
}

function importsKey(projectId: number) {
  return ['imports', projectId] as const
}

function hasEnded({ state }: Import): boolean {
  return state === 'done' || state === 'cancelled' || state === 'failed'
}
