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

/** Enough to use what the service allows when it is slow; a person's own calls go before all of them. */
const IN_FLIGHT = 4

/** The same change to many people. See docs/decisions/020-bulk-work-is-noted-before-each-call.md. */
export const BATCHES: JobKind<BatchRow, object> = {
  name: 'batch',
  working: 'running',
  store: getBatchStore,
  remember: () => ({}),

  /** A key of another customer would find nobody, and take that for people who are gone. */
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
    // Somebody is left only when the right for it is gone: what was asked for then ends the batch.
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
 * Everybody who is still to be done. One person's failure stops nothing; what concerns all of them is thrown when the
 * last call on its way has ended.
 */
async function changeAll(run: RunningBatch): Promise<void> {
  const people = await getBatchStore().people(run.row.id, ['waiting', 'sent'])
  // Whom nobody knows anything about is read from the service itself, not from what it said a minute ago.
  const isInDoubt = people.some(({ state }) => state === 'sent')
  // So is what somebody may have changed since: that is not taken back.
  const fresh = isInDoubt || run.row.undoes !== null
  const again = await lookAt(run, people, { fresh, isLastLook: false })
  if (again.length === 0) return
  // As they were written down before their first call; who is waiting has had none that left.
  const left = await getBatchStore().people(run.row.id, ['waiting', 'sent'])
  await lookAt(run, left, { fresh: true, isLastLook: true })
}

/** Returns who is worth another look. */
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

/** With whoever of these is in the project, but could not be read in its list. */
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
  // Of whom it is not certain that they are in it nothing is changed.
  for (const found of await findUnread(client, { known: everybody, unreadable }, asked))
    if (found.project_id === projectId) everybody.set(found.id, found)
  return everybody
}

/** A right that was taken away ends what was begun with it, before the next call. */
async function mayGoOn({ row, signal }: RunningBatch): Promise<boolean> {
  if (await keepsRight(row.owner_id, canEditEmployees)) return true
  if (!signal.aborted) cancelFromWithin(BATCHES, row)
  return false
}

/** False when this person is worth a second look. Throws what stands in everybody's way. */
async function settle(
  run: RunningBatch,
  person: BatchPersonRow,
  { everybody, isLastLook, begun }: Look & { everybody: ReadonlyMap<number, Employee> },
): Promise<boolean> {
  const store = getBatchStore()
  const note = (state: BatchPersonRow['state'], error: string | null = null) =>
    store.setPerson(run.row.id, person.position, { state, error })
  // Written down before the call: after a crash it is known whom to look up.
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
    // Nobody knows what happened, so they are looked up.
    if (await isForAnotherLook(run, thrown, { isLastLook })) return false
    await note('failed', code)
    return true
  }
  await store.setPerson(run.row.id, person.position, { state: 'done', error: null, after })
  await noteProgress(run.row.id)
  clearBlocked(run)
  return true
}

/** A key that is refused, and an entry that cannot be written, stop the call before it does anything. */
function certainlyNotDone(code: string): boolean {
  return isKeyRefusal(code) || code === 'activity_unwritable'
}

/**
 * The end of a batch, by itself or in another way: `cancelled` when that was asked for before everybody in it was tried. After an
 * error nobody could be done any more (the project is gone, say), and each of them is told why.
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
