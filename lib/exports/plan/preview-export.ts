import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { loadRoster, peekRoster } from '#lib/employees/roster.ts'
import { toDeskError } from '#lib/errors.ts'
import type { ExportPlanResponse, ExportRequest, ReadyCheck, ResolvedRequest } from '#lib/exports/contract.ts'
import { findEarlierPhotos } from '#lib/exports/history/exports.ts'
import { renderingExtension, renderingKey } from '#lib/exports/render/rendering.ts'
import { requireTarget } from '#lib/exports/targets/get-targets.ts'
import { inSlices } from '#lib/in-slices.ts'
import { countBeside, estimateSeconds } from '#lib/jobs/estimate.ts'
import type { PhotoRef } from '#lib/photo-store/photo-file.ts'
import { findPhoto } from '#lib/photo-store/photo-store.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { requireProject } from '#lib/projects/projects.ts'
import { getEnv } from '#lib/settings/env.ts'
import { readSizes } from './export-size.ts'
import { type ExportPlan, type PlannedPhoto, planExport } from './plan.ts'
import { toNewest } from './read-people.ts'
import { resolveRequest } from './resolve-request.ts'
import { resolveScope } from './scope.ts'

/** Number of real names shown, enough to illustrate a template. */
const NAMES_SHOWN = 5
/** Enough employees to jump to; a list of thousands would not help. */
const IDS_MAX = 500
const WORDS_MAX = 5
/** Number of folders checked concurrently. */
const LOOKS_AT_ONCE = 64
const MINUTE_MS = 60_000
/**
 * Calls besides those for photos: the project, the employees, and the sizes twice (on click and before the archive is
 * made).
 */
const OWN_CALLS = 4

/**
 * Previews an export: its content, its duration, and what to check before; starts nothing. The employees come from the
 * roster, which may be a minute old, so that users can try templates without waiting.
 */
export async function previewExport(
  client: PortraitClient,
  asked: ExportRequest,
  { user, signal }: { user: User; signal: AbortSignal },
): Promise<ExportPlanResponse> {
  const target = requireTarget(asked.target)
  const request = resolveRequest(asked, target)
  const scope = await resolveScope(request.scope, id => findEarlierPhotos(user, id, request.variant))
  const { project, sizes, people } = await readForPreview(client, request, signal)
  const { variant, size, naming } = request
  const [createdAt, { timeZone }] = [new Date(), getEnv()]
  const plan = await inSlices(
    planExport(people, {
      scope,
      unreadable: peekRoster(client, project.id).unreadable,
      target,
      variant,
      size,
      naming,
      sizes,
      project,
      createdAt,
      timeZone,
    }),
  )
  const calls = await countCalls(client.keyFingerprint, plan.entries)
  const { budget } = client
  const { limit, windowMs } = budget.state()
  const all = calls === 0 ? 0 : calls + OWN_CALLS + countBeside('export', client.keyFingerprint, calls)
  return {
    people: plan.entries.length,
    files: plan.entries.reduce((sum, { renditions }) => sum + renditions.length, 0),
    parts: plan.parts,
    calls,
    eta_seconds: estimateSeconds(all, budget),
    calls_per_minute: Math.floor((limit * MINUTE_MS) / windowMs),
    file_names: plan.entries
      .slice(0, NAMES_SHOWN)
      .flatMap(({ renditions: [first] }) => first?.fileName ?? []),
    checks: toReadyChecks(plan),
  }
}

/**
 * Reads the data of a preview. When the rate limit leaves no call, for example during a large download of the same
 * account, cached data suffices. The export itself reads fresh data when its turn comes.
 */
async function readForPreview(client: PortraitClient, request: ResolvedRequest, signal: AbortSignal) {
  const { project_id: projectId } = request
  try {
    const project = await requireProject(client, projectId, { signal })
    const sizes = await readSizes(client, request, { signal })
    const people = await loadRoster(client, projectId, { lane: 'interactive' })
    return { project, sizes, people: toNewest(client, people) }
  } catch (thrown) {
    const project = client.recent.lastProjects()?.find(({ id }) => id === projectId)
    const { employees, complete } = peekRoster(client, projectId)
    if (toDeskError(thrown).code !== 'busy' || !project || !complete) throw thrown
    return {
      project,
      sizes: await readSizes(client, request, { signal }),
      people: toNewest(client, employees),
    }
  }
}

/** Lists what to check before an export, by code: problems first, then photos that are not ready. */
function toReadyChecks({ problems, waiting }: ExportPlan): ReadyCheck[] {
  const byCode = Map.groupBy([...problems, ...waiting], ({ code }) => code)
  return Array.from(byCode, ([code, concerned]) => {
    const employee_ids = [...new Set(concerned.map(({ employee_id }) => employee_id))].filter(id => id > 0)
    const words = new Set(concerned.flatMap(({ values }) => values?.status ?? []))
    return {
      code,
      count: employee_ids.length || concerned.length,
      employee_ids: employee_ids.slice(0, IDS_MAX),
      ...(words.size > 0 && { words: [...words].slice(0, WORDS_MAX) }),
    }
  })
}

/** Counts the photos missing in the store: each costs one call to the service. */
async function countCalls(keyFingerprint: string, entries: PlannedPhoto[]): Promise<number> {
  let calls = 0
  for (let start = 0; start < entries.length; start += LOOKS_AT_ONCE) {
    const looks = entries.slice(start, start + LOOKS_AT_ONCE).map(entry => isStored(keyFingerprint, entry))
    calls += (await Promise.all(looks)).filter(stored => !stored).length
  }
  return calls
}

/** True when the store holds the photo itself or all of its renditions. */
async function isStored(
  keyFingerprint: string,
  { employee, editedAt, source, renditions }: PlannedPhoto,
): Promise<boolean> {
  const ref: PhotoRef = { employeeId: employee.id, editedAt, ...source }
  if (await findPhoto(keyFingerprint, ref)) return true
  for (const { rendering } of renditions) {
    if (!rendering) return false
    const rendition = { key: renderingKey(rendering), extension: renderingExtension(rendering) }
    if (!(await findPhoto(keyFingerprint, { ...ref, rendition }))) return false
  }
  return true
}
