import 'server-only'
import { readAllPages } from '#lib/employees/read-all-pages.ts'
import { hasRoomForRoster, loadRoster } from '#lib/employees/roster.ts'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { type Employee, PER_PAGE_MAX, type Project } from '#lib/portrait-api/contract.ts'
import type { EmployeeQuery } from '#lib/portrait-api/input-contract.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { toKnownStatus } from '#lib/portrait-api/terms.ts'
import type { StatusCounts } from './contract.ts'

/** Up to this size, reading all employees costs no more calls than requesting the counts. */
const READ_MAX = 4 * PER_PAGE_MAX
/** No user waits for the counts, so they use calls that nothing else needs. */
const QUIETLY: CallOptions = { lane: 'idle', fresh: true }

/**
 * Counts a project's employees by status, in 0 to 5 calls (none for an empty project). One more is needed when the
 * project does not state its size. Employees read for this are cached for when a user opens the project. Throws
 * `list_unsteady` when the list changed during the count.
 */
export async function countStatuses(client: PortraitClient, project: Project): Promise<StatusCounts> {
  const everybody = project.employees_count ?? (await askTotal(client, project, {}))
  if (everybody === 0) return tally([])
  if (everybody > READ_MAX) return askForNumbers(client, project, everybody)
  if (hasRoomForRoster(client, project.id))
    return tally(await loadRoster(client, project.id, { lane: 'idle' }))
  const { people } = await readAllPages({
    readPage: page =>
      client.listEmployees(
        project.id,
        { per_page: PER_PAGE_MAX, page },
        { ...QUIETLY, since: performance.now() },
      ),
  })
  return tally(people.values())
}

/**
 * Reads five responses with one record each, of which `meta.total` counts. The remaining employees have a status
 * unknown to the desk, or are listed under another status than requested. `photo_ready=1` requests approved and
 * finished photos (specification section 4). An employee whose approved photo has no finished file yet therefore counts
 * as waiting for approval.
 */
async function askForNumbers(
  client: PortraitClient,
  project: Project,
  everybody: number,
): Promise<StatusCounts> {
  const [pending, uploaded, retake, edited, approved] = await Promise.all([
    askTotal(client, project, { status: 'pending' }),
    askTotal(client, project, { status: 'uploaded' }),
    askTotal(client, project, { status: 'retake' }),
    askTotal(client, project, { status: 'edited' }),
    askTotal(client, project, { status: 'edited', photo_ready: '1' }),
  ])
  const other = everybody - pending - uploaded - retake - edited
  if (other < 0 || edited < approved) throw new DeskError('list_unsteady')
  return { pending, uploaded, edited: edited - approved, approved, retake, other }
}

/**
 * Returns the total of a query. Returns 0 when a known status was requested and the returned record has an unknown one.
 * Throws `bad_service_answer` when the service omits the total.
 */
async function askTotal(client: PortraitClient, project: Project, query: EmployeeQuery): Promise<number> {
  const { data, meta } = await client.listEmployees(project.id, { per_page: 1, ...query }, QUIETLY)
  if (meta.total === null) throw new DeskError('bad_service_answer')
  const isRenamed = query.status !== undefined && data.some(({ status }) => toKnownStatus(status) === null)
  return isRenamed ? 0 : meta.total
}

/** Counts employees by portrait status. */
export function tally(people: Iterable<Employee>): StatusCounts {
  const counts = { pending: 0, uploaded: 0, edited: 0, approved: 0, retake: 0, other: 0 }
  for (const employee of people) counts[getPortraitStatus(employee)] += 1
  return counts
}
