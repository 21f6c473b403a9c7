import 'server-only'
import { findUnread } from '#lib/employees/find-in-project.ts'
import { loadRoster, peekRoster } from '#lib/employees/roster.ts'
import { toDeskError } from '#lib/errors.ts'
import { cancelFromWithin } from '#lib/jobs/engine.ts'
import type { Ending, HeldJob, JobKind } from '#lib/jobs/job.ts'
import { clearBlocked, isForAnotherLook, isUnread, toPauseReason } from '#lib/jobs/pause.ts'
import { noteProgress } from '#lib/jobs/starts.ts'
import { type Look, workOff } from '#lib/jobs/work-off.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { isKeyRefusal } from '#lib/portrait-api/key-status.ts'
import { isRefusedByGuard } from '#lib/ports/write-guard.ts'
import { requireProject } from '#lib/projects/projects.ts'
import { keepsRight } from '#lib/session/accounts/accounts.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { changePerson, findNow, toBefore } from './change-person.ts'

type RunningBatch = HeldJob<BatchRow>

/** Concurrent calls: enough to use the rate limit while the service is slow. Users' own calls always go first. */
const IN_FLIGHT = 4

/** Applies one change to many employees. See docs/decisions/020-bulk-work-is-noted-before-each-call.md. */
export const BATCHES: JobKind<BatchRow, object> = {
  name: 'batch',
  working: 'running',
  store: getBatchStore,
  remember: () => ({}),

  /** A key of another customer would find no employee and mistake all of them for deleted. */
  async accepts(row, client) {
    if (client.keyFingerprint === row.key_fingerprint) return true
    return requireProject(client, row.project_id, { lane: 'background' }).then(
      () => true,
      () => false,
    )
  },

  async step(run) {
    await changeAll(run)
    run.signal.throwIfAborted()
    // Employees are left only when the owner has lost the right to edit. The cancellation requested then ends the
    // batch.
    if ((await getBatchStore().people(run.row.id, ['waiting'])).length > 0) return true
    await end(run.row)
    return false
  },

  async judge(_, thrown) {
    if (isRefusedByGuard(thrown)) return { againMs: 0 }
    if (toPauseReason(thrown) || !isUnread(thrown)) return null
    return { pause: 'service_unreachable' }
  },

  end,
  account: ({ id }) => getBatchStore().count(id),
}

/**
 * Changes every remaining employee. A failure of one employee stops nothing; an error that concerns all of them is
 * thrown after the last in-flight call has ended.
 */
async function changeAll(run: RunningBatch): Promise<void> {
  const people = await getBatchStore().people(run.row.id, ['waiting', 'sent'])
  // Employees whose outcome is unknown are read from the service itself, not from a list cached a minute ago.
  const isInDoubt = people.some(({ state }) => state === 'sent')
  // An undo reads fresh data too: it must not revert what another user has changed since.
  const fresh = isInDoubt || run.row.undoes !== null
  const again = await lookAt(run, people, { fresh, isLastLook: false })
  if (again.length === 0) return
  // These rows are as stored before the first call; for employees still `waiting`, no call has left the desk.
  const left = await getBatchStore().people(run.row.id, ['waiting', 'sent'])
  await lookAt(run, left, { fresh: true, isLastLook: true })
}

/** Returns the employees that need a second attempt. */
async function lookAt(
  run: RunningBatch,
  people: BatchPersonRow[],
  { fresh, isLastLook }: { fresh: boolean; isLastLook: boolean },
): Promise<BatchPersonRow[]> {
  const everybody = await readEverybody(run, people, { fresh })
  run.left = people.length
  try {
    return await workOff(run, people, IN_FLIGHT, async (person, begun) => {
      if (run.signal.aborted || !(await mayGoOn(run))) return true
      return settle(run, person, { everybody, isLastLook, begun })
    })
  } finally {
    run.left = null
  }
}

/** Returns the project's employees by id, including those of `people` that could not be read in its list. */
async function readEverybody(
  { client, row: { project_id: projectId }, signal }: RunningBatch,
  people: BatchPersonRow[],
  { fresh }: { fresh: boolean },
): Promise<Map<number, Employee>> {
  const roster = await loadRoster(client, projectId, fresh ? { maxAgeMs: 0 } : {})
  const everybody = new Map(roster.map(employee => [employee.id, employee]))
  const { unreadable } = peekRoster(client, projectId)
  const wanted = people.map(({ employee_id }) => employee_id)
  const asked = { wanted, projectId, signal }
  // Employees that are not certainly in this project stay unchanged.
  for (const found of await findUnread(client, { known: everybody, unreadable }, asked))
    if (found.project_id === projectId) everybody.set(found.id, found)
  return everybody
}

/** Checks before each call that the owner still has the right to edit; cancels the batch when it was taken away. */
async function mayGoOn({ row, signal }: RunningBatch): Promise<boolean> {
  if (await keepsRight(row.owner_id, canEditEmployees)) return true
  if (!signal.aborted) cancelFromWithin(BATCHES, row)
  return false
}

/** Returns false when this employee needs a second attempt. Throws errors that would block every employee. */
async function settle(
  run: RunningBatch,
  person: BatchPersonRow,
  { everybody, isLastLook, begun }: Look & { everybody: ReadonlyMap<number, Employee> },
): Promise<boolean> {
  const store = getBatchStore()
  const note = (state: BatchPersonRow['state'], error: string | null = null) =>
    store.setPerson(run.row.id, person.position, { state, error })
  // Stored before the call, so that after a crash the desk knows which employees to check.
  const before = toBefore(run.row, person, findNow(run.client, person.employee_id, everybody))
  await store.setPerson(run.row.id, person.position, { state: 'sent', error: null, before })
  let after: BatchPersonRow['after']
  try {
    after = await changePerson(run, person, { everybody, begun })
  } catch (thrown) {
    const { code, neverSent } = toDeskError(thrown)
    const neverLeft = neverSent || run.signal.reason === thrown
    if (person.state === 'waiting' && neverLeft) await note('waiting')
    if (run.signal.reason === thrown) return true
    if (isRefusedByGuard(thrown)) throw thrown
    if (toPauseReason(thrown)) {
      if (person.state === 'waiting' && certainlyNotDone(code)) await note('waiting')
      throw thrown
    }
    // The outcome is unknown, so the employee is looked up.
    if (await isForAnotherLook(run, thrown, { isLastLook })) return false
    await note('failed', code)
    return true
  }
  await store.setPerson(run.row.id, person.position, { state: 'done', error: null, after })
  await noteProgress(run.row.id)
  clearBlocked(run)
  return true
}

/** A refused key and an activity entry that cannot be written both stop the call before it has any effect. */
function certainlyNotDone(code: string): boolean {
  return isKeyRefusal(code) || code === 'activity_unwritable'
}

/**
 * Ends a batch. The state is `cancelled` only when that was requested before every employee was tried. After an error
 * no employee could be changed any more (the project was deleted, say), so each remaining result gets that error.
 */
async function end({ id }: BatchRow, ending?: Ending): Promise<boolean> {
  const store = getBatchStore()
  const error = ending?.state === 'failed' ? ending.error : null
  const left = await store.people(id, ['waiting', 'sent'])
  for (const { position, state } of left)
    if (state === 'sent') await store.setPerson(id, position, { state: 'failed', error: 'outcome_unknown' })
    else if (error) await store.setPerson(id, position, { state: 'failed', error })
  const isCut = ending?.state === 'cancelled' && left.some(person => person.state === 'waiting')
  const state = isCut ? 'cancelled' : 'done'
  const changes = { state, pause_reason: null, ended_at: new Date().toISOString() } as const
  return store.update(id, changes, ['running', 'paused'])
}
