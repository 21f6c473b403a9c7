import 'server-only'
import { loadRoster } from '#lib/employees/roster.ts'
import { type ErrorCode, toDeskError } from '#lib/errors.ts'
import { toPauseReason } from '#lib/jobs/pause.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { findUser } from '#lib/session/accounts.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'
import type { BatchPersonRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { cancelBatch } from './batches.ts'
import { changePerson } from './change-person.ts'
import type { RunningBatch } from './running-batches.ts'

/** Enough to use what the service allows when it is slow; a person's own calls go before all of them. */
const IN_FLIGHT = 4

/** Failures of the way, not of the person: nobody knows what happened, so they are looked up when all had their turn. */
const PASSING = new Set<ErrorCode>([
  'service_unreachable',
  'service_timeout',
  'service_moved',
  'gateway_answered',
  'bad_service_answer',
  'outcome_unknown',
])

/**
 * Everybody of a batch who is still to be done. One person's failure stops nothing; what concerns all of them is
 * thrown when the last call on its way has ended. See docs/decisions/020-bulk-work-is-noted-before-each-call.md.
 */
export async function workOff(run: RunningBatch): Promise<void> {
  const store = getBatchStore()
  const people = await store.people(run.row.id, ['waiting', 'sent'])
  // Whom nobody knows anything about is read from the service itself, not from what it said a minute ago.
  const isInDoubt = people.some(({ state }) => state === 'sent')
  const again = await doAll(run, people, { fresh: isInDoubt, isLastLook: false })
  if (again.length > 0) await doAll(run, again, { fresh: true, isLastLook: true })
}

type Round = { fresh: boolean; isLastLook: boolean }

/** A few workers share one queue. Returns who is worth a second look. */
async function doAll(
  run: RunningBatch,
  people: BatchPersonRow[],
  { fresh, isLastLook }: Round,
): Promise<BatchPersonRow[]> {
  const { signal } = run.cancellation
  const roster = await loadRoster(run.client, run.row.project_id, fresh ? { maxAgeMs: 0 } : {})
  const everybody = new Map(roster.map(employee => [employee.id, employee]))
  const queue = people.values()
  const again: BatchPersonRow[] = []
  let stopped = false
  const worker = async () => {
    for (const person of queue) {
      if (stopped || signal.aborted) return
      try {
        if (!(await mayGoOn(run))) return
        if (!(await settle(run, person, { everybody, isLastLook }))) again.push({ ...person, state: 'sent' })
      } catch (error) {
        stopped = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, worker))
  const failed = ends.find(end => end.status === 'rejected')
  if (failed) throw failed.reason
  return again
}

/** A right that was taken away ends what was begun with it, before the next call. */
async function mayGoOn({ row, cancellation }: RunningBatch): Promise<boolean> {
  const owner = await findUser(row.owner_id)
  if (owner && canEditEmployees(owner)) return true
  if (!cancellation.signal.aborted) void cancelBatch(row)
  return false
}

/** False when this person is worth a second look. Throws what stands in everybody's way. */
async function settle(
  run: RunningBatch,
  person: BatchPersonRow,
  { everybody, isLastLook }: { everybody: ReadonlyMap<number, Employee>; isLastLook: boolean },
): Promise<boolean> {
  const store = getBatchStore()
  const note = (state: BatchPersonRow['state'], error: string | null = null) =>
    store.setPerson(run.row.id, person.position, { state, error })
  // Written down before the call: after a crash it is known whom to look up.
  await note('sent')
  try {
    await changePerson(run, person, everybody)
  } catch (thrown) {
    const { code, neverSent } = toDeskError(thrown)
    const neverLeft = neverSent || run.cancellation.signal.reason === thrown
    if (person.state === 'waiting' && neverLeft) await note('waiting')
    if (run.cancellation.signal.reason === thrown) return true
    if (toPauseReason(thrown)) {
      if (person.state === 'waiting' && certainlyNotDone(code)) await note('waiting')
      throw thrown
    }
    if (PASSING.has(code) && !isLastLook) return false
    await note('failed', code)
    return true
  }
  await note('done')
  return true
}

/** A key that is refused, and an entry that cannot be written, stop the call before it does anything. */
function certainlyNotDone(code: string): boolean {
  return code === 'key_rejected' || code === 'no_api_access' || code === 'activity_unwritable'
}
