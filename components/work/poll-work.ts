import type { QueryClient } from '@tanstack/react-query'
import type { useTranslations } from 'use-intl/react'
import { formatEnd as formatBatchEnd } from '#components/batches/format-batch.ts'
import { showBatch } from '#components/batches/use-batch.ts'
import { type BatchTexts, startBatch } from '#components/batches/use-start-batch.ts'
import { type DeliveryNewsTexts, formatRunEnd } from '#components/deliveries/format-run-end.ts'
import { readDeliveryAnew } from '#components/deliveries/use-delivery.ts'
import { type BulkChange, noteBulkChange, noteUndoable } from '#components/employee-data/bulk-changes.ts'
import { readPeopleAnew } from '#components/employee-data/people-cache.ts'
import { keepPromises } from '#components/exports/card/pending-downloads.ts'
import { type CardTexts, formatEnd as formatExportEnd } from '#components/exports/card/use-export.ts'
import { showImport } from '#components/imports/work/use-import.ts'
import { closeTold, mayEndSoon, notifyOfWork, showWork, WORK_KEY } from '#components/jobs/work.ts'
import { PROJECT_TASKS_KEY } from '#components/projects/keys.ts'
import { announce } from '#components/ui/announce.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'
import { toEnding } from '#lib/exports/ending.ts'
import type { AppLocale } from '#lib/locales.ts'
import { UNTIL_MAX, type WorkItem, workResponse } from '#lib/work/contract.ts'
import { hasTrouble, isUnderWay, toState } from '#lib/work/measure-work.ts'
import { tellAway } from './tab-title.tsx'

type WorkTexts = ReturnType<typeof useTranslations<'work'>>
type ErrorTexts = ReturnType<typeof useTranslations<'errors'>>

type Look = {
  queries: QueryClient
  t: WorkTexts
  exports: CardTexts
  batches: BatchTexts
  deliveries: DeliveryNewsTexts
  errors: ErrorTexts
  locale: AppLocale
  signal: AbortSignal
}

/**
 * Polls the state of all work. A job that has ended since the last poll is reported once, and the tables are updated.
 */
export async function pollWork(look: Look): Promise<WorkItem[]> {
  const { queries, signal } = look
  const before = queries.getQueryData<WorkItem[]>(WORK_KEY) ?? []
  const underWay = before.filter(isUnderWay)
  // A browser has six connections to a host that uses HTTP/1.1: hidden tabs hold none of them.
  const until = document.hidden ? [] : underWay.filter(mayEndSoon).slice(0, UNTIL_MAX)
  const { data } = await deskRequest(paths.api.work(until.map(({ job }) => job.id)), workResponse, {
    signal,
    background: true,
  })
  const open = new Set(underWay.map(({ job }) => job.id))
  const states = new Map(before.map(({ job }) => [job.id, job.state]))
  for (const item of data) if (item.kind === 'export') notifyWait(item, states.get(item.job.id), look)
  for (const item of data.filter(item => !isUnderWay(item))) {
    const words = formatEnd(item, look)
    if (item.kind === 'batch') noteUndoable(item.job.id, item.job.undoable > 0)
    if (item.kind === 'export') void keepPromises(item.job, words)
    if (!open.has(item.job.id)) continue
    // If the tables cannot be read again now, they are read when they are next shown.
    void notifyEnd(item, words, look).catch(() => {})
  }
  return data
}

function formatEnd(item: WorkItem, { t, exports, batches, deliveries }: Look): string {
  if (item.kind === 'export') return formatExportEnd(item.job, exports)
  if (item.kind === 'batch') return formatBatchEnd(item.job, batches)
  if (item.kind === 'delivery') return formatRunEnd(item.job, deliveries)
  const { state, project } = item.job
  const end = state === 'failed' || state === 'cancelled' ? state : 'done'
  return t(`import.told.${end}`, { project: project.name })
}

/**
 * Reports the end of a job in a toast, with a button to undo it or to see details; screen readers announce it. The
 * tables are updated at once, and a cell changed in bulk says so.
 */
async function notifyEnd(item: WorkItem, title: string, look: Look): Promise<void> {
  const { queries, t, batches, errors } = look
  const { id, project_id } = item.job
  const state = toState(item)
  const takeBack = () =>
    void startBatch(queries, { body: { action: 'undo', batch_id: id }, t: batches }).catch(error =>
      toast({ title: t('undoFailed'), text: errors(toDeskError(error).code), tone: 'danger' }),
    )
  let bulk: BulkChange | undefined
  const well = state === 'cancelled' ? 'neutral' : 'positive'
  // The tables are updated before the report; the report appears even if they cannot be read now.
  if (item.kind === 'batch') {
    const done = await showBatch(queries, item.job).catch(() => [])
    const words = { title, action: batches('undo') }
    if (item.job.undoable > 0) bulk = noteBulkChange({ id, people: new Set(done), words, undo: takeBack })
  }
  tellAway(item)
  if (item.kind === 'import') showImport(queries, item.job)
  if (item.kind === 'delivery') readDeliveryAnew(queries, item.job.delivery_id)
  if (!isShownHere(item))
    notifyOfWork(id, {
      title,
      ...(item.kind === 'export' && { text: formatDetails(item, look) }),
      tone: state === 'failed' ? 'danger' : hasTrouble(item) ? 'warning' : well,
      action: bulk
        ? { label: bulk.words.action, onPress: bulk.undo }
        : { label: t('show'), onPress: () => showWork() },
      ofChange: item.kind === 'batch',
    })
  // The result of an import takes the focus, which announces it.
  else if (item.kind === 'delivery') announce(title)
  // The page of projects also shows running downloads.
  if (item.kind === 'export') await queries.invalidateQueries({ queryKey: PROJECT_TASKS_KEY })
  if (item.kind === 'import') await readPeopleAnew(queries, project_id)
}

/**
 * Returns the receiving system, because a project may have several downloads, and whether a report with restricted
 * access exists.
 */
function formatDetails({ job, system }: WorkItem & { kind: 'export' }, { exports, locale }: Look): string {
  const hasReport = toEnding(job) === 'ready' && job.parts.some(({ report }) => report)
  return [system?.[locale], hasReport && exports('reportApart')].filter(Boolean).join('. ')
}

/** Reports a pause in the toast of the start, which may still be visible; closes it when the export resumes. */
function notifyWait({ job }: WorkItem & { kind: 'export' }, before: string | undefined, look: Look): void {
  const { t, exports } = look
  const { id, state, pause_reason: reason, project } = job
  if (before === 'paused' && state === 'preparing') closeTold(id)
  if (before !== 'preparing' || state !== 'paused') return
  const title = exports(reason === 'service_unreachable' ? 'waits' : 'paused')
  const text = [project.name, reason && exports(`pauses.${reason}`)].filter(Boolean).join(': ')
  notifyOfWork(id, { title, text, tone: 'warning', action: { label: t('show'), onPress: () => showWork() } })
}

/** True when the current page is about this job and shows its end. */
function isShownHere(item: WorkItem): boolean {
  if (item.kind === 'import')
    return location.pathname === toAddress(paths.import(item.job.project_id, item.job.id))
  return item.kind === 'delivery' && location.pathname === toAddress(paths.delivery(item.job.delivery_id))
}
