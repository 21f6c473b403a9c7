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

/** Systems that got photos long ago, and others since, are rather given up than behind. */
const SYSTEMS_MAX = 2
/** What has been given to nobody yet. */
const NOWHERE: Pick<Delivered, 'photos'> = { photos: new Map() }

/**
 * What somebody has to do in projects that are not over, of the people who are known at present: it costs no call. Photos
 * that are missing in a receiving system are told to who may export, of the exports that they may see.
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
    // Where nobody is invited, that alone is told: they can have sent nothing.
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
  /** How many photos it was made for, of people who are still there; null while it is being made. */
  madeFor: number | null
} & Pick<ResolvedRequest, 'scope' | 'target'>

/** In the states in which the page about downloads shows them. */
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
 * The newest download that is for all of so many photos, not only for those of some people. One that is ready waits to be taken, also
 * where it could not get each of them; what photos came since, it knows nothing of.
 */
function findDownload(begun: readonly Begun[], count: number): ProjectTask['download'] {
  const whole = begun.find(({ madeFor, scope }) => {
    const isOfAll = scope.kind === 'approved' || (scope.kind === 'since' && !scope.of)
    return isOfAll && (madeFor === null || madeFor >= count)
  })
  return whole?.shown ?? null
}

/** What deliveries have brought by themselves; `bringsAll`: what is missing comes without anybody. */
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
