import 'server-only'
import { singleton } from '#lib/singleton.ts'
import { getJobStartStore } from '#lib/store/job-start-store.ts'

/** Starts without progress after which a job is set aside: each of them ended the process. */
const STARTS_MAX = 2
/** Milliseconds after which the next suspect runs beside this one. */
const SUSPECT_MS = 60_000

/** A job that this process has started. `release` lets the next suspect run. */
type Start = { starts: number; release(): void }

/**
 * Counts the start of a job before its first step. False when its last starts all ended the process: it must not run
 * again by itself. Jobs whose last start ended with the process run one at a time until they make progress. So only the
 * one that ends the process is set aside, and not those that ran beside it.
 */
export async function countStart(job: string, signal: AbortSignal): Promise<boolean> {
  if (getStarts().has(job)) return true
  const store = getJobStartStore()
  const before = await store.count(job)
  if (before >= STARTS_MAX) {
    // A person who resumes the job by hand gives it new starts.
    await store.forget(job)
    return false
  }
  const release = before > 0 ? await takeSuspectTurn(signal) : () => {}
  try {
    getStarts().set(job, { starts: await store.add(job), release })
  } catch (error) {
    release()
    throw error
  }
  return true
}

/** Notes that something of the job is done and stored, so that its next start does not repeat it. */
export async function noteProgress(job: string): Promise<void> {
  const start = getStarts().get(job)
  if (!start) return
  start.release()
  if (start.starts === 1) return
  start.starts = 1
  await getJobStartStore().reset(job)
}

/** Forgets the starts of a job that this process stops working on. Without the database the count stays as it is. */
export async function forgetStarts(job: string): Promise<void> {
  const start = getStarts().get(job)
  if (!start) return
  getStarts().delete(job)
  start.release()
  await getJobStartStore()
    .forget(job)
    .catch(() => {})
}

function getStarts(): Map<string, Start> {
  return singleton('job-starts', () => new Map<string, Start>())
}

/** Resolves when no other suspect runs. Throws the reason of an abort. */
async function takeSuspectTurn(signal: AbortSignal): Promise<() => void> {
  const turns = singleton('suspect-turns', () => ({ last: Promise.resolve() }))
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = turns.last
  turns.last = promise
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    await Promise.race([before, aborted.promise])
  } catch (error) {
    void before.then(resolve)
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
  setTimeout(resolve, SUSPECT_MS).unref()
  return resolve
}
