import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { singleton } from './singleton.ts'

/** Characters that can be read out on the telephone: no vowels, no look-alikes. */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789'
const LENGTH = 10

/** `account`: the account of the request's session, once it is known. */
export type RequestContext = { readonly id: string; account: string | null }

export function createRequestId(): string {
  return Array.from(randomBytes(LENGTH), byte => ALPHABET[byte % ALPHABET.length]).join('')
}

/** Makes the id available to everything that runs for this request, without passing it through every function. */
export function enterRequest(id: string): RequestContext {
  const context: RequestContext = { id, account: null }
  requests().enterWith(context)
  return context
}

/** Returns the request that caused the current work; undefined when none has. */
export function currentRequestId(): string | undefined {
  return requests().getStore()?.id
}

/** Records the account of the current request's session. */
export function noteAccount(id: string): void {
  const context = requests().getStore()
  if (context) context.account = id
}

function requests(): AsyncLocalStorage<RequestContext> {
  return singleton('requests', () => new AsyncLocalStorage<RequestContext>())
}
