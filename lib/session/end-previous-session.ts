import 'server-only'
import { readCookies } from '#lib/http/cookies.ts'
import { readSession } from './read-session.ts'
import { endSession } from './registry.ts'

/**
 * Signs in, and then ends the session that this browser had before: it would live on without anybody knowing it. A
 * sign-in that throws ends nothing, so that no foreign link signs anybody out.
 */
export async function endPreviousSession<Result>(
  request: Request,
  signIn: () => Promise<Result>,
): Promise<Result> {
  const former = await readSession(readCookies(request))
  const result = await signIn()
  if (former) await endSession(former.sid)
  return result
}
