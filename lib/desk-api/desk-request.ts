/**
 * Calls the desk's own handlers from the browser. One function makes all calls, so that each has the header that the
 * handlers require, and each failure is a DeskError. It never retries: the server is the only retry layer.
 */

import type { z } from 'zod/mini'
import { toAddress } from '#lib/address/base-path.ts'
import { DeskError } from '#lib/errors.ts'
import { parseErrorBody } from './parse-error-body.ts'

/** Event for the page: an answer says that no user is signed in any more. `SignedOut` has the details. */
export const SIGNED_OUT_EVENT = 'portrait-desk:signed-out'

/** Details of the `CustomEvent`. `background`: the page made the call by itself, without an action of the user. */
type SignedOut = { background: boolean }

/**
 * True when the last answer said that no user is signed in. Background calls are then not sent until an answer says
 * otherwise.
 */
let isSignedOut = false

/** Event for the page: an answer says that another account is signed in than the one this page was rendered for. */
export const OTHER_ACCOUNT_EVENT = 'portrait-desk:other-account'

/** Event for the page: a request of the user failed at the service, or on the way there. */
export const SERVICE_FAILED_EVENT = 'portrait-desk:service-failed'

/** The account this page was rendered for; undefined on public pages. */
let pageAccount: string | undefined

/**
 * Sends the account of the page with each call from now on. The desk refuses the call in a session of another account.
 */
export function setPageAccount(accountId: string): void {
  pageAccount = accountId
}

export type DeskRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  /** "Refresh": the desk asks the service even when the answer is cached. */
  fresh?: boolean
  /** The page asks by itself: the call is no sign of an active user, and is not sent while no user is signed in. */
  background?: boolean
  /** Checks whether a user is signed in again, so it is always sent. */
  asksWhoIsIn?: boolean
}

/** Calls a handler and parses its answer. Throws DeskError: `desk_unreachable` when there was no answer. */
export async function deskRequest<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  request: DeskRequest = {},
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(await readBody(await send(path, request), request))
  if (!parsed.success) throw new DeskError('bad_service_answer', { cause: parsed.error })
  return parsed.data
}

/**
 * Returns the response itself, for content that is not JSON (`desk-file.ts`). Throws the same errors as `deskRequest`.
 */
export async function deskResponse(path: string, request: DeskRequest): Promise<Response> {
  const answer = await send(path, request)
  if (!answer.ok) await readBody(answer, request)
  return answer
}

/** Calls a handler that answers without content. Throws the same errors as `deskRequest`. */
export async function deskCommand(path: string, request: DeskRequest): Promise<void> {
  await readBody(await send(path, request), request)
}

/**
 * Returns the JSON of a success, or null for 204. Any other success comes from something in between, such as a sign-in
 * page.
 */
async function readBody(answer: Response, { background }: DeskRequest): Promise<unknown> {
  const body: unknown = answer.status === 204 ? null : await answer.json().catch(() => undefined)
  if (answer.ok && body !== undefined) {
    isSignedOut = false
    return body
  }
  const error = body === undefined ? new DeskError('desk_unreachable') : parseErrorBody(body, answer.headers)
  if (error.code === 'signed_out') publishSignedOut({ background: background === true })
  if (error.code === 'other_account') globalThis.dispatchEvent?.(new Event(OTHER_ACCOUNT_EVENT))
  if (answer.status >= 500 && !background) globalThis.dispatchEvent?.(new Event(SERVICE_FAILED_EVENT))
  throw error
}

function publishSignedOut(detail: SignedOut): void {
  isSignedOut = true
  globalThis.dispatchEvent?.(new CustomEvent<SignedOut>(SIGNED_OUT_EVENT, { detail }))
}

/** POST and DELETE requests in flight, by method, path and body. */
const underWay = new Map<string, Promise<Response>>()

/**
 * Sends a request. Two equal POST or DELETE requests before the answer are one: a second click comes sooner than any
 * button can turn busy. PATCH and PUT are always sent, because another change may have come between two equal ones.
 */
async function send(path: string, request: DeskRequest): Promise<Response> {
  const { method, body, signal } = request
  if (signal || (method !== 'POST' && method !== 'DELETE')) return sendNow(path, request)
  const asked = `${method} ${path} ${JSON.stringify(body)}`
  const answer = underWay.get(asked) ?? sendNow(path, request).finally(() => underWay.delete(asked))
  underWay.set(asked, answer)
  // A body can be read only once, and each caller reads its own copy.
  return (await answer).clone()
}

async function sendNow(
  path: string,
  { method = 'GET', body, signal, fresh, background, asksWhoIsIn }: DeskRequest,
): Promise<Response> {
  if (isSignedOut && background && !asksWhoIsIn) throw new DeskError('signed_out')
  try {
    return await fetch(toAddress(path), {
      method,
      headers: {
        'x-csrf': '1',
        ...(pageAccount !== undefined && { 'x-account': pageAccount }),
        ...(fresh && { 'x-refresh': '1' }),
        ...(background && { 'x-background': '1' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      credentials: 'same-origin',
      cache: 'no-store',
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new DeskError('desk_unreachable', { cause })
  }
}
