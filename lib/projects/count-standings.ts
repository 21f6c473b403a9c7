import 'server-only'
import { readAllPages } from '#lib/employees/read-all-pages.ts'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions, PortraitClient } from '#lib/portrait-api/client.ts'
import { PER_PAGE_MAX, type Project } from '#lib/portrait-api/contract.ts'
import type { EmployeeQuery } from '#lib/portrait-api/input-contract.ts'
import type { StandingCounts } from './contract.ts'
import { tally } from './tally.ts'

/** Up to here reading everybody costs no more calls than asking for the four numbers. */
const READ_MAX = 4 * PER_PAGE_MAX
/** Nobody waits for a bar: it is counted when nothing else wants the calls. */
const QUIETLY: CallOptions = { lane: 'idle', fresh: true }

/**
 * Asks the service where a project's people stand, in 0 to 4 calls (none when nobody is in it). Throws
 * `list_unsteady` when people moved while they were counted.
 */
export async function countStandings(client: PortraitClient, project: Project): Promise<StandingCounts> {
  if (project.employees_count === 0) return tally([])
  if (project.employees_count > READ_MAX) return askForNumbers(client, project)
  const people = await readAllPages({
    readPage: page => client.listEmployees(project.id, { per_page: PER_PAGE_MAX, page }, QUIETLY),
  })
  return tally(people.values())
}

/**
 * Four answers of one record each, of which only `meta.total` counts; the fifth number is what is left of the project's
 * people. `photo_ready=1` asks for photos that are approved and finished (specification section 4): somebody who
 * approved a photo before its file was finished counts as waiting for approval here until the file is.
 */
async function askForNumbers(client: PortraitClient, project: Project): Promise<StandingCounts> {
  const total = async (query: EmployeeQuery) =>
    (await client.listEmployees(project.id, { per_page: 1, ...query }, QUIETLY)).meta.total
  const [pending, uploaded, retake, approved] = await Promise.all([
    total({ status: 'pending' }),
    total({ status: 'uploaded' }),
    total({ status: 'retake' }),
    total({ status: 'edited', photo_ready: '1' }),
  ])
  const edited = project.employees_count - pending - uploaded - retake - approved
  if (edited < 0) throw new DeskError('list_unsteady')
  return { pending, uploaded, edited, approved, retake }
}
