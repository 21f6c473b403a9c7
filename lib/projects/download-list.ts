import 'server-only'
import { recordDownload } from '#lib/activity/record-activity.ts'
import type { Actor } from '#lib/contracts/activity.ts'
import { loadRoster } from '#lib/employees/roster.ts'
import { DeskError } from '#lib/errors.ts'
import type { AppLocale } from '#lib/locales.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { ListFormat } from './list-contract.ts'
import { type PeopleList, toPeopleList } from './people-list.ts'
import { requireProject } from './projects.ts'

type ListDownload = {
  client: PortraitClient
  actor: Actor
  projectId: number
  format: ListFormat
  locale: AppLocale
  /** Selects from all employees of the project. */
  choose: (everybody: readonly Employee[]) => Employee[]
  signal: AbortSignal
}

/**
 * Creates the list of employees for download, with its entry in the activity log: who, how many, which ones. Names and
 * addresses leave the desk with it, so it is not sent unless the entry could be written. Throws `not_found` for an
 * empty selection.
 */
export async function downloadList(download: ListDownload): Promise<PeopleList> {
  const { client, actor, projectId, format, locale, choose, signal } = download
  const project = await requireProject(client, projectId, { signal })
  const people = choose(await loadRoster(client, projectId, { lane: 'interactive' }))
  if (people.length === 0) throw new DeskError('not_found')
  const list = await toPeopleList(people, { format, locale, project: project.projektnummer })
  await recordDownload({
    actor,
    action: 'list_downloaded',
    project: projectId,
    employees: people.map(({ id }) => id),
    details: { count: people.length, format },
  })
  return list
}
