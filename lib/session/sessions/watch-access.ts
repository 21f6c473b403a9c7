import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { findUser, isGone } from '#lib/session/accounts/accounts.ts'
import { sha256 } from '#lib/session/secrets.ts'
import { getSessionStore } from '#lib/store/session-store.ts'
import type { Session } from './read-session.ts'
import { touchSession } from './registry.ts'

/** Ends work of a signed-out account within a second, at whichever desk the session ended. */
const ASK_EVERY_MS = 800

/**
 * Calls `onEnded` once when the account is deleted or disabled. Cancelled work is not restored. So it does not call
 * `onEnded` when the account cannot be read, or when the operator has closed its way to sign in. Calls `onEnded` again
 * when it failed because the database was unavailable. Returns a function that stops watching.
 */
export function watchAccount(accountId: string, onEnded: () => Promise<void>): () => void {
  const lasts = () =>
    isGone(accountId).then(
      gone => !gone,
      () => true,
    )
  return watch(lasts, onEnded)
}

/**
 * Calls `onEnded` also when the session was ended (by its user, by an administrator, with a new password) or cannot be
 * read. A session that expires meanwhile ends nothing that it began.
 */
async function watchSession({ user, sid }: Session, onEnded: () => void): Promise<() => void> {
  const sessions = getSessionStore()
  const session = await sessions.find(sha256(sid))
  const endsByItself = session?.expires_at ?? Number.POSITIVE_INFINITY
  return watch(async () => {
    if (!(await findUser(user.id))) return false
    if (Date.now() >= endsByItself) return true
    const now = await sessions.find(sha256(sid))
    // A download counts as activity: the session does not become idle for lack of a click.
    if (now) await touchSession(now)
    return now !== null
  }, onEnded)
}

/**
 * Returns the bytes of a stream, and aborts it within a second when the session is ended or its account disabled. This
 * also works while the browser reads nothing. The connection is destroyed then, so that the browser reports a failed
 * download.
 */
export async function toWatchedStream(
  stream: ReadableStream<Uint8Array>,
  session: Session,
): Promise<ReadableStream<Uint8Array>> {
  let breakOff = () => {}
  const stop = await watchSession(session, () => breakOff()).catch(async error => {
    await stream.cancel(error)
    throw error
  })
  const source = stream.getReader()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        breakOff = () => {
          log('info', 'download_ended', { user: session.user.id })
          controller.error(new Error('The session has ended.'))
          void source.cancel().catch(() => {})
        }
      },
      async pull(controller) {
        try {
          const { done, value } = await source.read()
          if (!done) return controller.enqueue(value)
          stop()
          controller.close()
        } catch (error) {
          stop()
          controller.error(error)
        }
      },
      async cancel(reason) {
        stop()
        await source.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** True while the database is unavailable: then no session or account can be ended either. */
function isAway(thrown: unknown): boolean {
  return thrown instanceof DeskError && thrown.code === 'database_unavailable'
}

/** Runs one check at a time, however long it takes. */
function watch(lasts: () => Promise<boolean>, onEnded: () => void | Promise<void>): () => void {
  let [isLooking, isStopped] = [false, false]
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    const goesOn = (await lasts().catch(isAway)) || isStopped || (await end().catch(isAway))
    isLooking = false
    if (!goesOn) stop()
  }, ASK_EVERY_MS)
  timer.unref()

  async function end(): Promise<false> {
    await onEnded()
    return false
  }

  function stop(): void {
    isStopped = true
    clearInterval(timer)
  }

  return stop
}
