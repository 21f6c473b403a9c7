import 'server-only'
import { randomUUID } from 'node:crypto'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { listImageSizes } from '#lib/photos/image-sizes.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ImageSize } from '#lib/portrait-api/contract.ts'
import { requireProject } from '#lib/projects/projects.ts'
import type { User } from '#lib/session/contract.ts'
import type { ExportRequest } from './contract.ts'
import type { ExportJob } from './export-job.ts'
import { addExport } from './exports.ts'
import { toSafeName } from './naming/safe-name.ts'
import { prepareExport } from './prepare.ts'
import { readFirstPage } from './read-people.ts'
import { resolveScope } from './resolve-scope.ts'
import { requireTarget } from './targets/get-targets.ts'
import { resolveRequest } from './targets/resolve-request.ts'

/**
 * Starts an export and returns as soon as it is certain that it can begin: the project and the size exist and the
 * service accepts the key. The rest happens without the browser; a closed tab stops nothing.
 */
export async function startExport(
  client: PortraitClient,
  asked: ExportRequest,
  { user, signal }: { user: User; signal: AbortSignal },
): Promise<ExportJob> {
  const target = requireTarget(asked.target)
  const request = resolveRequest(asked, target)
  const scope = await resolveScope(request.scope, async () => null)
  const project = await requireProject(client, request.project_id, { signal })
  const sizes = await listImageSizes(client, { signal })
  requireSize(sizes, request.size)
  const firstPage = await readFirstPage(client, request, signal)
  const createdAt = new Date()
  const job: ExportJob = {
    id: randomUUID(),
    ownerId: user.id,
    request,
    planOptions: { ...request, scope, target, sizes, project },
    createdAt,
    fileName: toArchiveName(project.projektnummer, createdAt),
    cancellation: new AbortController(),
    budgetState: () => client.budget.state(),
    state: 'preparing',
    total: null,
    failed: 0,
    included: [],
    problems: [],
    unpins: [],
    error: null,
    archive: null,
  }
  addExport(job)
  void run(client, job, firstPage)
  return job
}

async function run(...[client, job, firstPage]: Parameters<typeof prepareExport>): Promise<void> {
  log('info', 'export_started', { export: job.id, user: job.ownerId, project: job.request.project_id })
  await prepareExport(client, job, firstPage)
  const { id, state, included, failed, error } = job
  log(state === 'failed' ? 'warn' : 'info', 'export_ended', {
    export: id,
    state,
    done: included.length,
    failed,
    error,
  })
}

function requireSize(sizes: ImageSize[], size: number | null | 'auto'): void {
  if (size === null || size === 'auto') return
  if (!sizes.some(({ index }) => index === size)) throw new DeskError('unknown_size')
}

function toArchiveName(projektnummer: string, createdAt: Date): string {
  return toSafeName(`portraits-${projektnummer}-${createdAt.toISOString().slice(0, 10)}`, 'zip', 'portraits')
}
