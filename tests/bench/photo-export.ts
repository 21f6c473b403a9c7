import type { User } from '#lib/contracts/session.ts'
import { loadRoster } from '#lib/employees/roster.ts'
import { exportRequestSchema } from '#lib/exports/contract.ts'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { startExport } from '#lib/exports/prepare/start-export.ts'
import { getHeldJobs } from '#lib/jobs/job.ts'
import { findImageSize } from '#lib/photo-store/image-sizes.ts'
import { fetchPhoto } from '#lib/photo-store/photo-store.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { newAccountRow } from '#lib/session/accounts/accounts.ts'
import { getAccountStore } from '#lib/store/account-store.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { percentile, sleep, timed } from './measures.ts'

/** The smallest size of the seed. */
const SMALL = 3
const PEOPLE = 20
const CLICK_EVERY_MS = 5_000
const POLL_MS = 5

/**
 * Fetches the photos, or a part of them, like an export without its start. No other caller waits meanwhile. Returns
 * milliseconds.
 */
export async function fetchAll(
  client: PortraitClient,
  isMine: (index: number) => boolean = () => true,
): Promise<number> {
  const began = performance.now()
  const batch = { lane: 'background' } as const
  const people = await loadRoster(client, LARGE_PROJECT.id, batch)
  const queue = people.filter((_, index) => isMine(index)).values()
  const size = (await findImageSize(client, SMALL, batch)) ?? null
  const worker = async () => {
    for (const { id, photo } of queue) {
      const ref = {
        employeeId: id,
        variant: 'standard',
        size,
        editedAt: photo.edited_at ?? '',
      } as const
      await fetchPhoto(client, ref, batch)
    }
  }
  const end = client.budget.beginBatch()
  await Promise.all(Array.from({ length: PHOTOS_IN_FLIGHT }, worker)).finally(end)
  return performance.now() - began
}

/** Milliseconds from the click to the last photo. Throws unless all 700 photos came. */
export async function exportAll(client: PortraitClient): Promise<number> {
  const began = performance.now()
  await exportProject(client, { project_id: LARGE_PROJECT.id, size: SMALL })
  return performance.now() - began
}

/** Runs one export from the click to `ready`. Throws unless everybody's photo came. */
export async function exportProject(
  client: PortraitClient,
  wish: { project_id: number; size: number | null },
): Promise<ExportRow> {
  const request = exportRequestSchema.parse({ ...wish, variant: 'standard' })
  const { id } = await startExport(client, request, {
    user: await getUser(),
    signal: new AbortController().signal,
  })
  // Such frequent reads of the row would cost the desk more than the export does.
  while (getHeldJobs().has(id)) await sleep(POLL_MS)
  const row = await getExportStore().find(id)
  if (row?.state === 'ready' && row.done === row.total && row.failed === 0) return row
  throw new Error(`The export ended as ${row?.state} with ${row?.done} photos (${row?.error}).`)
}

/** An export ends with its owner's account, so the account must exist. */
async function getUser(): Promise<User> {
  const user = { id: 'bench', email: 'bench@example.com', role: 'editor' } as const
  const accounts = getAccountStore()
  if (!(await accounts.findById(user.id))) await accounts.create(newAccountRow(user))
  return user
}

type Clicks = { waits: number[]; refused: number }

/** Twenty people who each open their own list page every five seconds, until `ended`. */
export async function clickAll(as: (person: string) => PortraitClient, ended: AbortSignal): Promise<Clicks> {
  const clicks: Clicks = { waits: [], refused: 0 }
  const person = async (number: number) => {
    const client = as(`person ${number}`)
    const query = { per_page: 10 + number, page: 1 }
    await sleep((number * CLICK_EVERY_MS) / PEOPLE)
    for (let next = performance.now(); !ended.aborted; ) {
      try {
        clicks.waits.push(await timed(() => client.listEmployees(LARGE_PROJECT.id, query, { fresh: true })))
      } catch {
        clicks.refused += 1
      }
      next += CLICK_EVERY_MS
      await sleep(next - performance.now())
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, number) => person(number)))
  return clicks
}

/** The service's own time for a list page without other load. */
export async function ownLatency(client: PortraitClient): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < 20; number += 1) {
    const query = { per_page: 10 + number, page: 1 }
    times.push(await timed(() => client.listEmployees(LARGE_PROJECT.id, query, { fresh: true })))
  }
  return percentile(times, 0.5)
}

/** The largest number of calls in any window. */
export function fullestWindow(calls: JournalEntry[], windowMs: number): number {
  const times = calls.map(({ time }) => time).sort((a, b) => a - b)
  let first = 0
  let most = 0
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? time) <= time - windowMs) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}
