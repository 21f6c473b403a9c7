import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { singleton } from './singleton.ts'

/** Ten characters that can be read out on the telephone: no vowels, no look-alikes. */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789'
const LENGTH = 10

/** `account`: whose session the request has, once that is known. */
export type RequestContext = { readonly id: string; account: string | null }

export function createRequestId(): string {
  return Array.from(randomBytes(LENGTH), byte => ALPHABET[byte % ALPHABET.length]).join('')
}

/** From here on whatever is done for this request knows its id, without every function handing it on. */
export function enterRequest(id: string): RequestContext {
  const context: RequestContext = { id, account: null }
  requests().enterWith(context)
  return context
}

/** The request for which this is done, or that has begun the work which is done now; undefined when none has. */
export function currentRequestId(): string | undefined {
  return requests().getStore()?.id
}

/** Whose session the current request has. */
export function noteAccount(id: string): void {
  const context = requests().getStore()
  if (context) context.account = id
}

function requests(): AsyncLocalStorage<RequestContext> {
  return singleton('requests', () => new AsyncLocalStorage<RequestContext>())
}
