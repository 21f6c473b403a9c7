/**
 * The browser's way to our own handlers: one function, so that every call carries the header that the handlers ask
 * for and every failure is a DeskError. It never retries: the server is the only retry layer.
 */

import type { z } from 'zod/mini'
import { toAddress } from '#lib/address/base-path.ts'
import { DeskError } from '#lib/errors.ts'
import { parseErrorBody } from './parse-error-body.ts'

/** Told to the page when an answer says that nobody is signed in any more; `SignedOut` says who had asked. */
export const SIGNED_OUT_EVENT = 'portrait-desk:signed-out'

/** A `CustomEvent`: whether the page had asked by itself, and not somebody who wants something done. */
type SignedOut = { background: boolean }

/** The last answer has said that nobody is signed in: what the page asks by itself is not sent until one says otherwise. */
let isSignedOut = false

/** Told to the page when an answer says that somebody else is signed in by now than whom it was made for. */
export const OTHER_ACCOUNT_EVENT = 'portrait-desk:other-account'

/** Told to the page when what a person asked for failed at the service, or on the way there. */
export const SERVICE_FAILED_EVENT = 'portrait-desk:service-failed'

/** Whom this page was made for; on pages for everybody nobody. */
let pageAccount: string | undefined

/** From now on each call says whose page it comes from: in the session of somebody else it is refused. */
export function setPageAccount(accountId: string): void {
  pageAccount = accountId
}

export type DeskRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  /** "Refresh": the desk asks the service even when it knows the answer. */
  fresh?: boolean
  /** The page asks by itself: this does not show that a person is there, and is not sent while nobody is signed in. */
  background?: boolean
  /** Asks whether somebody is signed in again: sent in any case. */
  asksWhoIsIn?: boolean
}

/** Calls a handler and parses its answer. Throws DeskError; `desk_unreachable` when there was no answer. */
export async function deskRequest<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  request: DeskRequest = {},
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(await readBody(await send(path, request), request))
  if (!parsed.success) throw new DeskError('bad_service_answer', { cause: parsed.error })
  return parsed.data
}

/** The answer itself, for what is no JSON (`desk-file.ts`). Throws as `deskRequest` does. */
export async function deskResponse(path: string, request: DeskRequest): Promise<Response> {
  const answer = await send(path, request)
  if (!answer.ok) await readBody(answer, request)
  return answer
}

/** Calls a handler that answers with nothing. Throws as `deskRequest` does. */
export async function deskCommand(path: string, request: DeskRequest): Promise<void> {
  await readBody(await send(path, request), request)
}

/** A success says something as JSON, or 204. Anything else is of somebody in between: a sign-in page, say. */
async function readBody(answer: Response, { background }: DeskRequest): Promise<unknown> {
  const body: unknown = answer.status === 204 ? null : await answer.json().catch(() => undefined)
  if (answer.ok && body !== undefined) {
    isSignedOut = false
    return body
  }
  const error = body === undefined ? new DeskError('desk_unreachable') : parseErrorBody(body, answer.headers)
  if (error.code === 'signed_out') tellSignedOut({ background: background === true })
  if (error.code === 'other_account') globalThis.dispatchEvent?.(new Event(OTHER_ACCOUNT_EVENT))
  if (answer.status >= 500 && !background) globalThis.dispatchEvent?.(new Event(SERVICE_FAILED_EVENT))
  throw error
}

function tellSignedOut(detail: SignedOut): void {
  isSignedOut = true
  globalThis.dispatchEvent?.(new CustomEvent<SignedOut>(SIGNED_OUT_EVENT, { detail }))
}

/** What is being begun or deleted just now, by what it asks. */
const underWay = new Map<string, Promise<Response>>()

/**
 * Two presses before the answer are one: a second click comes sooner than any button can turn busy. Of changes (PATCH, PUT)
 * each is sent, for between two equal ones there may have been another.
 */
async function send(path: string, request: DeskRequest): Promise<Response> {
  const { method, body, signal } = request
  if (signal || (method !== 'POST' && method !== 'DELETE')) return sendNow(path, request)
  const asked = `${method} ${path} ${JSON.stringify(body)}`
  const answer = underWay.get(asked) ?? sendNow(path, request).finally(() => underWay.delete(asked))
  underWay.set(asked, answer)
  // A body is read once, and each press reads its own.
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
