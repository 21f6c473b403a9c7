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

/** What Next hands to a route handler beside the request. */
export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>

type HandlerRules<Params extends z.ZodMiniType, Query extends z.ZodMiniType, Body extends z.ZodMiniType> = {
  /** Decides whether this person may do this at all. */
  permission: (user: User) => boolean
  /** A path that does not fit is `not_found`, as it is at the service. */
  params?: Params
  query?: Query
  body?: Body
  /** Of a body that is larger than those of forms. */
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
  /** For reads: ends with the request; with `x-refresh: 1` their person wants newer answers than the known ones. */
  reading: { signal: AbortSignal; refresh: boolean }
  /** The service with this person's key, or null when there is none. */
  findClient(): Promise<PortraitClient | null>
  /** The same; throws `not_connected` instead. */
  requireClient(): Promise<PortraitClient>
}

const nothing = z.unknown()

/**
 * The one wrapper of every handler: same origin? signed in, and whom the page is for? permitted? input valid? Then `run`, and whatever is
 * thrown becomes the one error shape. See docs/decisions/005-guards-on-every-page-and-handler.md.
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
      letGoWhenLeft(request, answer)
      return withContentLength(request, answer)
    } catch (thrown) {
      return toErrorResponse(request, thrown)
    }
  }
}

/**
 * Next neither reads nor cancels a body when the browser has left before its first byte (pipe-readable.js of 16.4.5): what it holds
 * open, pins or watches would stay so for good. One that is on its way is locked, and cancelled by whoever sends it.
 */
function letGoWhenLeft({ signal }: Request, { body }: Response): void {
  if (!body) return
  const letGo = () => void body.cancel().catch(() => {})
  if (signal.aborted) letGo()
  else signal.addEventListener('abort', letGo, { once: true })
}

/**
 * A page stays open while its person signs out in another tab and somebody else signs in there. What it asks for then would be
 * done with the rights of the other, in whose name nobody has asked.
 */
function requireOwnPage(request: Request, user: User): void {
  const account = request.headers.get('x-account')
  if (account !== null && account !== user.id) throw new DeskError('other_account')
}

/** A large list takes room and time, so each person has one of them read at a time. */
function readBody(request: Request, user: User, limits: BodyLimits | undefined): Promise<unknown> {
  const read = () => readJsonBody(request, limits)
  if (!limits) return read()
  return oneAtATime(`large body of ${user.id}`, read)
}

/** A page of the desk that asks by itself every few seconds: an open tab is not a person. */
function isBackground(request: Request): boolean {
  return request.headers.get('x-background') === '1'
}

function parsePath<Params extends z.ZodMiniType>(schema: Params, params: unknown): z.output<Params> {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new DeskError('not_found')
  return parsed.data
}
