import 'server-only'
import { DESK } from '#lib/contracts/activity.ts'
import { loadRoster } from '#lib/employees/roster.ts'
import { type ErrorCode, toDeskError } from '#lib/errors.ts'
import { cancelJob } from '#lib/jobs/engine.ts'
import type { HeldJob, JobKind } from '#lib/jobs/job.ts'
import { endStandstill, toPauseReason } from '#lib/jobs/pause.ts'
import { type Look, workOff } from '#lib/jobs/work-off.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { isKeyRefusal } from '#lib/portrait-api/key-status.ts'
import { requireProject } from '#lib/projects/projects.ts'
import { keepsRight } from '#lib/session/accounts/accounts.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { changePerson, findNow, toBefore } from './change-person.ts'

type RunningBatch = HeldJob<BatchRow>

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

/** The list of people could not be read this time: no reason to give up on everybody in it. */
const UNREAD = new Set<ErrorCode>([
  'service_unreachable',
  'gateway_answered',
  'service_timeout',
  'list_unsteady',
])

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
    await end(run.row)
    return false
  },

  async judge(_, thrown) {
    if (isLeaseLate(thrown)) return { againMs: 0 }
    if (toPauseReason(thrown) || !UNREAD.has(toDeskError(thrown).code)) return null
    return { pause: 'service_unreachable' }
  },

  end: (row, ending) => end(row, ending.state === 'failed' ? ending.error : undefined),
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
  // As they were written down before their first call.
  const sent = await getBatchStore().people(run.row.id, ['sent'])
  await lookAt(run, sent, { fresh: true, isLastLook: true })
}

/** Returns who is worth another look. */
async function lookAt(
  run: RunningBatch,
  people: BatchPersonRow[],
  { fresh, isLastLook }: { fresh: boolean; isLastLook: boolean },
): Promise<BatchPersonRow[]> {
  const roster = await loadRoster(run.client, run.row.project_id, fresh ? { maxAgeMs: 0 } : {})
  const everybody = new Map(roster.map(employee => [employee.id, employee]))
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

/** A right that was taken away ends what was begun with it, before the next call. */
async function mayGoOn({ row, signal }: RunningBatch): Promise<boolean> {
  if (await keepsRight(row.owner_id, canEditEmployees)) return true
  if (!signal.aborted) void cancelJob(BATCHES, row, { by: DESK })
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
  try {
    await changePerson(run, person, { everybody, begun })
  } catch (thrown) {
    const { code, neverSent } = toDeskError(thrown)
    const neverLeft = neverSent || run.signal.reason === thrown
    if (person.state === 'waiting' && neverLeft) await note('waiting')
    if (run.signal.reason === thrown) return true
    if (isLeaseLate(thrown)) throw thrown
    if (toPauseReason(thrown)) {
      if (person.state === 'waiting' && certainlyNotDone(code)) await note('waiting')
      throw thrown
    }
    if (PASSING.has(code) && !isLastLook) return false
    await note('failed', code)
    return true
  }
  await note('done')
  endStandstill(run)
  return true
}

/** Its renewal took too long for a call to leave: that is no failure of a person, and the step begins anew with what is left. */
function isLeaseLate(thrown: unknown): boolean {
  const { code, neverSent } = toDeskError(thrown)
  return code === 'cancelled' && neverSent
}

/** A key that is refused, and an entry that cannot be written, stop the call before it does anything. */
function certainlyNotDone(code: string): boolean {
  return isKeyRefusal(code) || code === 'activity_unwritable'
}

/**
 * The end of a batch: `cancelled` when somebody in it was not even tried. With an error nobody could be done any more (the
 * project is gone, say), and each of them is told why.
 */
async function end({ id }: BatchRow, error?: ErrorCode): Promise<boolean> {
  const store = getBatchStore()
  const left = await store.people(id, ['waiting', 'sent'])
  for (const { position, state } of left)
    if (state === 'sent') await store.setPerson(id, position, { state: 'failed', error: 'outcome_unknown' })
    else if (error) await store.setPerson(id, position, { state: 'failed', error })
  const state = !error && left.some(person => person.state === 'waiting') ? 'cancelled' : 'done'
  const changes = { state, pause_reason: null, ended_at: new Date().toISOString() } as const
  return store.update(id, changes, ['running', 'paused'])
}
