import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { toBatchInShort } from '#lib/batches/batches.ts'
import { DESK } from '#lib/contracts/activity.ts'
import { toDeliveryRun } from '#lib/deliveries/manage/to-delivery.ts'
import type { Viewer } from '#lib/exports/history/exports.ts'
import { toExport } from '#lib/exports/prepare/to-export.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { toImport } from '#lib/imports/send/to-import.ts'
import { getHeldJobs } from '#lib/jobs/job.ts'
import { findProjectNames } from '#lib/projects/project-names.ts'
import { readEachAsync } from '#lib/read-each.ts'
import { canEditEmployees, canExport, canImport, canRunDeliveries } from '#lib/session/permissions.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import type { WorkItem } from './contract.ts'
import { isUnderWay } from './measure-work.ts'

/** Milliseconds for which an ended job is recent. After that it is found on its own page. */
const RECENT_MS = 24 * 60 * 60_000
const ENDED_MAX = 10
/** Maximum wait (ms) for the end of a job: a page would wait as long before it polls again. */
const END_WAIT_MS = 1_000

/**
 * Lists the user's own work, within their permissions: what is under way, and what has recently ended. Makes no call to
 * the service.
 */
export async function listWork({ user, client }: Viewer): Promise<WorkItem[]> {
  const since = new Date(Date.now() - RECENT_MS).toISOString()
  const [exports, imports, batches] = await Promise.all([
    canExport(user) ? getExportStore().listRecent(user.id, since) : [],
    canImport(user) ? getImportStore().listRecent(user.id, since) : [],
    canEditEmployees(user) ? getBatchStore().listRecent(user.id, since) : [],
  ])
  const runs = canRunDeliveries(user) ? await listRuns(user.id, since) : []
  const projects = batches.length > 0 ? await findProjectNames(client) : new Map<number, string>()
  const lists = await Promise.all([
    runs,
    readEachAsync('exports', exports, async (row): Promise<WorkItem> => {
      const job = toExport(row, { user, client })
      const target = getTargets().find(({ id }) => id === job.request.target)
      return { kind: 'export', job, system: target?.name ?? null }
    }),
    readEachAsync(
      'imports',
      imports,
      async (row): Promise<WorkItem> => ({ kind: 'import', job: await toImport(row, user) }),
    ),
    readEachAsync('batches', batches, async (row): Promise<WorkItem> => {
      const project = projects.get(row.project_id) ?? null
      return { kind: 'batch', job: await toBatchInShort(row), project }
    }),
  ])
  const items = lists.flat()
  items.sort((one, other) => toMoment(other).localeCompare(toMoment(one)))
  const ended = items.filter(item => !isUnderWay(item))
  return [...items.filter(isUnderWay), ...ended.slice(0, ENDED_MAX)]
}

/**
 * Lists the work once one of these jobs is no longer under way, so that a page sees the end without polling again.
 * Waits a second at most. The end of a job at another desk is seen only after that second.
 */
export async function listWorkUntil(
  ids: readonly string[],
  { viewer, signal, waitMs = END_WAIT_MS }: { viewer: Viewer; signal: AbortSignal; waitMs?: number },
): Promise<WorkItem[]> {
  const now = await listWork(viewer)
  const underWay = new Set(now.filter(isUnderWay).map(({ job }) => job.id))
  if (ids.length === 0 || !ids.every(id => underWay.has(id))) return now
  await firstEnd(ids, waitMs, signal)
  return listWork(viewer)
}

async function firstEnd(ids: readonly string[], waitMs: number, signal: AbortSignal): Promise<void> {
  const ends = ids.flatMap(id => getHeldJobs().get(id)?.ended ?? [])
  // Any end of a job counts, and an abort when the page disconnects.
  await Promise.race([...ends, wait(waitMs, undefined, { signal, ref: false })]).catch(() => {})
}

/** Lists runs of deliveries that this user or the desk itself has begun. */
async function listRuns(userId: string, since: string): Promise<WorkItem[]> {
  const store = getDeliveryRunStore()
  const rows = [...(await store.listRecent(userId, since)), ...(await store.listRecent(DESK.id, since))]
  const runs = await readEachAsync('delivery_runs', rows, async (row): Promise<WorkItem[]> => {
    const delivery = await getDeliveryStore().find(row.delivery_id)
    return delivery ? [{ kind: 'delivery', job: await toDeliveryRun(row, delivery) }] : []
  })
  return runs.flat()
}

function toMoment({ job }: WorkItem): string {
  return job.ended_at ?? job.created_at
}
