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

/** Up to here reading everybody costs no more calls than asking for the numbers. */
const READ_MAX = 4 * PER_PAGE_MAX
/** Nobody waits for a bar: it is counted when nothing else wants the calls. */
const QUIETLY: CallOptions = { lane: 'idle', fresh: true }

/**
 * Asks the service where a project's people stand, in 0 to 5 calls (none when nobody is in it), one more when the project
 * does not say how many there are. Whom it reads for that is known when somebody opens the project. Throws `list_unsteady`
 * when people moved while they were counted.
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
 * Five answers of one record each, of which `meta.total` counts. What is left of the project's people stands where the
 * desk has no word for; so does who is listed under another word than was asked for. `photo_ready=1` asks for photos that
 * are approved and finished (specification section 4): somebody who approved a photo before its file was finished counts
 * as waiting for approval here until the file is.
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
 * How many people these are; none when the record beside the number has a state that the desk does not know, though one was
 * asked for that it knows. Throws `bad_service_answer` when the service does not say the number.
 */
async function askTotal(client: PortraitClient, project: Project, query: EmployeeQuery): Promise<number> {
  const { data, meta } = await client.listEmployees(project.id, { per_page: 1, ...query }, QUIETLY)
  if (meta.total === null) throw new DeskError('bad_service_answer')
  const isRenamed = query.status !== undefined && data.some(({ status }) => toKnownStatus(status) === null)
  return isRenamed ? 0 : meta.total
}

/** Counts people by where they stand. */
export function tally(people: Iterable<Employee>): StatusCounts {
  const counts = { pending: 0, uploaded: 0, edited: 0, approved: 0, retake: 0, other: 0 }
  for (const employee of people) counts[getPortraitStatus(employee)] += 1
  return counts
}
