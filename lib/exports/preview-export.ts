import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { loadRoster, peekRoster } from '#lib/employees/roster.ts'
import { estimateSeconds } from '#lib/jobs/estimate.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { requireProject } from '#lib/projects/projects.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { ExportPlanResponse, ExportRequest } from './contract.ts'
import { countCalls } from './count-calls.ts'
import { readSizes } from './export-size.ts'
import { findEarlierPhotos } from './exports.ts'
import { planExport } from './plan.ts'
import { toNewest } from './read-people.ts'
import { toReadyChecks } from './ready-checks.ts'
import { resolveScope } from './resolve-scope.ts'
import { requireTarget } from './targets/get-targets.ts'
import { resolveRequest } from './targets/resolve-request.ts'

/** So many real names show what a template makes of people. */
const NAMES_SHOWN = 5
const MINUTE_MS = 60_000

/**
 * What an export would hold, how long it would take and what should be looked at before; nothing is started. People
 * are those of the roster, which may be a minute old, so that a person can try templates without waiting.
 */
export async function previewExport(
  client: PortraitClient,
  asked: ExportRequest,
  { user, signal }: { user: User; signal: AbortSignal },
): Promise<ExportPlanResponse> {
  const target = requireTarget(asked.target)
  const request = resolveRequest(asked, target)
  const scope = await resolveScope(request.scope, id => findEarlierPhotos(user, id))
  const project = await requireProject(client, request.project_id, { signal })
  const sizes = await readSizes(client, request, { signal })
  const people = toNewest(client, await loadRoster(client, project.id, { lane: 'interactive' }))
  const { variant, size, naming } = request
  const [createdAt, { timeZone }] = [new Date(), getEnv()]
  const plan = planExport(people, {
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
  })
  const calls = await countCalls(client.keyFingerprint, plan.entries)
  const budget = client.budget.state()
  return {
    people: plan.entries.length,
    files: plan.entries.reduce((sum, { renditions }) => sum + renditions.length, 0),
    parts: plan.parts,
    calls,
    eta_seconds: estimateSeconds(calls, budget),
    calls_per_minute: Math.floor((budget.limit * MINUTE_MS) / budget.windowMs),
    file_names: plan.entries
      .slice(0, NAMES_SHOWN)
      .flatMap(({ renditions: [first] }) => first?.fileName ?? []),
    checks: toReadyChecks(plan),
  }
}
