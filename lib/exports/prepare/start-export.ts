import 'server-only'
import { randomUUID } from 'node:crypto'
import type { User } from '#lib/contracts/session.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import type { ExportRequest, ResolvedRequest } from '#lib/exports/contract.ts'
import { findEarlierPhotos, tidyExports } from '#lib/exports/history/exports.ts'
import { readSizes, toExportSize, toSourceSize } from '#lib/exports/plan/export-size.ts'
import { readFirstPage } from '#lib/exports/plan/read-people.ts'
import { resolveRequest } from '#lib/exports/plan/resolve-request.ts'
import { resolveScope } from '#lib/exports/plan/scope.ts'
import { requireTarget } from '#lib/exports/targets/get-targets.ts'
import type { Target } from '#lib/exports/targets/target.ts'
import { startJob } from '#lib/jobs/engine.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { requireRoomToBegin } from '#lib/process/disk-room.ts'
import { requireRunning } from '#lib/process/stopping.ts'
import { requireProject } from '#lib/projects/projects.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { toDay } from '#lib/text/iso-time.ts'
import { toSafeName } from '#lib/text/safe-name.ts'
import { EXPORTS } from './export-job.ts'
import { recordExportStarted } from './record-export.ts'

/**
 * Starts an export and returns once its start is certain: the project and the size exist and the service accepts the
 * key. The rest runs without the browser: a closed tab or a sign-out stops nothing, but disabling the account does.
 * Throws `too_many_exports` when the account has reached its limit of running exports. Throws `too_many_kept_exports`
 * when none of its kept exports may be deleted to make room, and `busy` when the desk is stopping.
 */
export async function startExport(
  client: PortraitClient,
  asked: ExportRequest,
  { user, signal }: { user: User; signal: AbortSignal },
): Promise<ExportRow> {
  const { exportsRunning, exportsKept } = getEnv().quotas
  await tidyExports(Date.now())
  await requireRoomToBegin()
  requireRunning()
  const request = resolveRequest(asked, requireTarget(asked.target))
  await resolveScope(request.scope, id => findEarlierPhotos(user, id, request.variant))
  const { project, sizes, firstPage } = await readBeginning(client, request, signal)
  const now = toSourceSize(request, sizes)
  const createdAt = new Date()
  const row: ExportRow = {
    id: randomUUID(),
    owner_id: user.id,
    owner_email: user.email,
    project_id: project.id,
    project: { projektnummer: project.projektnummer, name: project.name },
    key_fingerprint: client.keyFingerprint,
    request,
    size: toExportSize(request, { now, known: null }),
    file_stem: toFileStem(project.projektnummer, requireTarget(request.target), createdAt),
    state: 'preparing',
    pause_reason: null,
    error: null,
    total: null,
    done: 0,
    failed: 0,
    bytes: 0,
    problems: [],
    waiting: [],
    parts: [],
    created_at: createdAt.toISOString(),
    ended_at: null,
    cancelled_by: null,
    downloaded_at: null,
    renewed_at: null,
  }
  await recordExportStarted(row, { actor: user, client }, async () => {
    const full = await getExportStore().create(row, { running: exportsRunning, kept: exportsKept })
    if (full === 'running') throw new DeskError('too_many_exports', { values: { max: exportsRunning } })
    if (full === 'kept') throw new DeskError('too_many_kept_exports', { values: { max: exportsKept } })
  })
  const logged = { user: user.id, project: project.id }
  startJob(EXPORTS, row, { client, logged, given: { firstPage } })
  return row
}

/**
 * Reads what must be certain before an export starts. When the rate limit leaves no call, cached data suffices: the
 * export waits for its turn anyway, and reads then.
 */
async function readBeginning(client: PortraitClient, request: ResolvedRequest, signal: AbortSignal) {
  const { project_id: projectId } = request
  const click = { signal, last: true, since: performance.now() }
  try {
    const [project, sizes, firstPage] = await Promise.all([
      requireProject(client, projectId, click),
      readSizes(client, request, click),
      readFirstPage(client, request, click),
    ])
    return { project, sizes, firstPage }
  } catch (thrown) {
    const project = client.recent.lastProject(projectId)
    if (toDeskError(thrown).code !== 'busy' || !project) throw thrown
    return { project, sizes: await readSizes(client, request, { signal }), firstPage: null }
  }
}

/**
 * Returns the file name with the target and the day in the desk's time zone. It has no extension, because a part's
 * number goes before that.
 */
function toFileStem(projektnummer: string, { id, kind }: Target, createdAt: Date): string {
  const words = ['portraits', projektnummer, ...(kind === 'system' ? [id] : [])]
  const name = toSafeName([...words, toDay(createdAt, getEnv().timeZone)].join('-'), 'zip', 'portraits')
  return name.replace(/\.zip$/, '')
}
