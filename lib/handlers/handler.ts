import 'server-only'
import { z } from 'zod/mini'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { type CookieReader, readCookies } from '#lib/http/cookies.ts'
import { withContentLength } from '#lib/http/open-responses.ts'
import type { BodyLimits } from '#lib/http/read-input.ts'
import { parseInput, readJsonBody, readQuery } from '#lib/http/read-input.ts'
import { requireSameOrigin } from '#lib/http/same-origin.ts'
import { oneAtATime } from '#lib/one-at-a-time.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { getClient } from '#lib/session/connection/connection.ts'
import { readSession, type Session } from '#lib/session/sessions/read-session.ts'
import { toErrorResponse } from './error-response.ts'

/** The context that Next passes to a route handler besides the request. */
export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>

type HandlerRules<Params extends z.ZodMiniType, Query extends z.ZodMiniType, Body extends z.ZodMiniType> = {
  /** Decides whether this user may use this handler at all. */
  permission: (user: User) => boolean
  /** A path that does not match is `not_found`, as it is at the service. */
  params?: Params
  query?: Query
  body?: Body
  /** Limits of a body that is larger than those of forms. */
  bodyLimits?: BodyLimits
}

type HandlerInput<Params, Query, Body> = {
  request: Request
  user: User
  /** The same user with their session; `sid` stays on the server. */
  session: Session
  cookies: CookieReader
  params: Params
  query: Query
  body: Body
  /**
   * For reads: `signal` ends with the request; `refresh` (`x-refresh: 1`) asks for newer answers than the cached ones.
   */
  reading: { signal: AbortSignal; refresh: boolean }
  /** Returns the service's client with this user's key, or null when there is no key. */
  findClient(): Promise<PortraitClient | null>
  /** The same; throws `not_connected` instead. */
  requireClient(): Promise<PortraitClient>
}

const nothing = z.unknown()

/**
 * The wrapper of every handler that needs a session. It checks the origin, the session, the account of the page, the permission and the
 * input. Then it calls `run`, and turns whatever is thrown into the one error shape. See
 * docs/decisions/005-guards-on-every-page-and-handler.md.
 */
export function handler<
  Params extends z.ZodMiniType = typeof nothing,
  Query extends z.ZodMiniType = typeof nothing,
  Body extends z.ZodMiniType = typeof nothing,
>(
  rules: HandlerRules<Params, Query, Body>,
  run: (input: HandlerInput<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<Response>,
): RouteHandler {
  return async (request, context) => {
    try {
      requireSameOrigin(request)
      const cookies = readCookies(request)
      const session = await readSession(cookies, { touch: !isBackground(request) })
      if (!session) throw new DeskError('signed_out')
      const { user } = session
      requireOwnPage(request, user)
      if (!rules.permission(user)) throw new DeskError('forbidden')
      const answer = await run({
        request,
        user,
        session,
        cookies,
        params: parsePath(rules.params ?? nothing, await context.params),
        query: rules.query && parseInput(rules.query, readQuery(request.url)),
        body: rules.body && parseInput(rules.body, await readBody(request, user, rules.bodyLimits)),
        reading: { signal: request.signal, refresh: request.headers.get('x-refresh') === '1' },
        findClient: () => getClient(session, cookies),
        async requireClient() {
          const client = await getClient(session, cookies)
          if (!client) throw new DeskError('not_connected')
          return client
        },
      } as HandlerInput<z.output<Params>, z.output<Query>, z.output<Body>>)
      cancelWhenClosed(request, answer)
      return withContentLength(request, answer)
    } catch (thrown) {
      return toErrorResponse(request, thrown)
    }
  }
}

/**
 * Cancels the body when the client disconnects. Next neither reads nor cancels a body when the browser has disconnected
 * before its first byte (pipe-readable.js of 16.4.5). Whatever the body holds open, pins or watches would stay so
 * forever. A body that is being sent is locked, and its sender cancels it.
 */
function cancelWhenClosed({ signal }: Request, { body }: Response): void {
  if (!body) return
  const cancelBody = () => void body.cancel().catch(() => {})
  if (signal.aborted) cancelBody()
  else signal.addEventListener('abort', cancelBody, { once: true })
}

/**
 * Refuses requests of a page that was made for another account. A page stays open while its user signs out in another
 * tab and a different user signs in there. Its requests would then run with the rights of that user, who has not made
 * them.
 */
function requireOwnPage(request: Request, user: User): void {
  const account = request.headers.get('x-account')
  if (account !== null && account !== user.id) throw new DeskError('other_account')
}

/** Reads large bodies one at a time per account, because a large list needs memory and time. */
function readBody(request: Request, user: User, limits: BodyLimits | undefined): Promise<unknown> {
  const read = () => readJsonBody(request, limits)
  if (!limits) return read()
  return oneAtATime(`large body of ${user.id}`, read)
}

/** True for requests that a page repeats by itself every few seconds: an open tab is no activity of a user. */
function isBackground(request: Request): boolean {
  return request.headers.get('x-background') === '1'
}

function parsePath<Params extends z.ZodMiniType>(schema: Params, params: unknown): z.output<Params> {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new DeskError('not_found')
  return parsed.data
}
