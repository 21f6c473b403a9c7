import 'server-only'
import { findFirstAdded } from '#lib/activity/list-activity.ts'
import type { User } from '#lib/contracts/session.ts'
import { type ResolvedRequest, resolvedRequestSchema } from '#lib/exports/contract.ts'
import { toEnding } from '#lib/exports/ending.ts'
import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { countGone } from '#lib/exports/problems.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { toShownState } from '#lib/jobs/pause.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import { toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import { isSameVersion } from '#lib/portrait-api/photo-version.ts'
import { toVersion } from '#lib/portrait-api/portrait-status.ts'
import { tally } from '#lib/projects/count-statuses.ts'
import { isFinished } from '#lib/projects/sort-projects.ts'
import { findCounted } from '#lib/projects/status-counts.ts'
import { readEach } from '#lib/read-each.ts'
import { canExport } from '#lib/session/permissions.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import type { Delivered } from '#lib/store/export-questions.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { BEGUN_STATES, type ProjectTask, type ProjectTasks } from './contract.ts'

/** A system that is neither the latest nor the one before was probably abandoned, rather than being behind. */
const SYSTEMS_MAX = 2
/** Represents photos that were not delivered anywhere yet. */
const NOWHERE: Pick<Delivered, 'photos'> = { photos: new Map() }

/**
 * Lists the tasks in unfinished projects, from the employees currently cached, so it costs no call. Photos missing in a
 * receiving system are shown to accounts that may export, based on the exports they may see.
 */
export async function listTasks(
  client: PortraitClient,
  { projects, user }: { projects: readonly Project[]; user: User },
): Promise<ProjectTasks> {
  const tasks: ProjectTasks = {}
  for (const project of projects.filter(one => !isFinished(one))) {
    const { id } = project
    const people = findCounted(client, project)
    if (!people) continue
    const waiting = await listWaiting(people, id)
    tasks[id] = canExport(user)
      ? [...waiting, ...(await listUndelivered(people, { projectId: id, user }))]
      : waiting
  }
  return tasks
}

async function listWaiting(people: readonly Employee[], projectId: number): Promise<ProjectTask[]> {
  const { pending, retake, edited } = tally(people)
  const uninvited = people.filter(person => toGlossaryTerm(person) === 'uninvited').map(({ id }) => id)
  const since = uninvited.length > 0 ? await findFirstAdded(projectId, uninvited) : null
  const tasks = [
    // When no employee is invited, only that is shown: none of them can have sent a photo.
    { kind: 'pending', count: pending > uninvited.length ? pending : 0, since: null },
    { kind: 'uninvited', count: uninvited.length, since },
    { kind: 'retake', count: retake, since: null },
    { kind: 'edited', count: edited, since: null },
  ] as const
  return tasks.filter(({ count }) => count > 0).map(task => ({ ...task, target: null, download: null }))
}

async function listUndelivered(
  people: readonly Employee[],
  { projectId, user }: { projectId: number; user: User },
): Promise<ProjectTask[]> {
  const ownerId = user.role === 'admin' ? null : user.id
  const systems = await getExportStore().delivered(projectId, ownerId)
  const deliveries = await listDeliveries(projectId)
  const begun = await listBegun(projectId, ownerId)
  if (systems.length === 0) {
    if (deliveries.some(({ bringsAll }) => bringsAll)) return []
    const count = people.filter(person =>
      [NOWHERE, ...deliveries].every(one => isUndelivered(person, one)),
    ).length
    return count > 0
      ? [{ kind: 'approved', count, target: null, since: null, download: findDownload(begun, count) }]
      : []
  }
  return systems.slice(0, SYSTEMS_MAX).flatMap(system => {
    const target = getTargets().find(({ id }) => id === system.target)
    const brought = deliveries.filter(one => one.target === system.target)
    const count = people.filter(person =>
      [system, ...brought].every(one => isUndelivered(person, one)),
    ).length
    if (!target || count === 0 || brought.some(({ bringsAll }) => bringsAll)) return []
    const download = findDownload(
      begun.filter(({ target }) => target === system.target),
      count,
    )
    return [
      {
        kind: 'undelivered',
        count,
        target: { id: target.id, ...target.name },
        since: system.since,
        download,
      },
    ]
  })
}

type Begun = {
  shown: NonNullable<ProjectTask['download']>
  /** Number of photos it was made for, without deleted employees; null while it is being made. */
  madeFor: number | null
} & Pick<ResolvedRequest, 'scope' | 'target'>

/** Lists the downloads with the states shown on the downloads page. */
async function listBegun(projectId: number, ownerId: string | null): Promise<Begun[]> {
  const rows = await getExportStore().begun(projectId, ownerId)
  return readEach('exports', rows, (row): Begun[] => {
    const shown = toEnding({ ...row, ...toShownState(EXPORTS, row) })
    const state = BEGUN_STATES.find(one => one === shown)
    if (!state) return []
    const { scope, target } = resolvedRequestSchema.parse(row.request)
    const isReady = state === 'ready'
    const photos = (isReady ? row.done : row.total) ?? 0
    return [
      {
        shown: { state, photos },
        madeFor: isReady ? photos + row.failed - countGone(row) : null,
        scope,
        target,
      },
    ]
  }).flat()
}

/**
 * Finds the newest download of all photos, at least this many, rather than of a selection. A ready one waits to be
 * downloaded, even if it lacks some photos; it excludes photos added since.
 */
function findDownload(begun: readonly Begun[], count: number): ProjectTask['download'] {
  const whole = begun.find(({ madeFor, scope }) => {
    const isOfAll = scope.kind === 'approved' || (scope.kind === 'since' && !scope.of)
    return isOfAll && (madeFor === null || madeFor >= count)
  })
  return whole?.shown ?? null
}

/** Lists what deliveries have transferred; `bringsAll`: missing photos will be delivered automatically. */
async function listDeliveries(
  projectId: number,
): Promise<(Pick<Delivered, 'target' | 'photos'> & { bringsAll: boolean })[]> {
  const found = await getDeliveryStore().delivering(projectId)
  return readEach('deliveries', found, ({ delivery, photos }) => {
    const { target, scope } = resolvedRequestSchema.parse(delivery.request)
    return { target, photos, bringsAll: delivery.is_on && scope.kind === 'approved' }
  })
}

function isUndelivered(person: Employee, { photos }: Pick<Delivered, 'photos'>): boolean {
  const editedAt = toVersion(person, 'standard')
  return editedAt !== null && !isSameVersion(photos.get(person.id), editedAt)
}
