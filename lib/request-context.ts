import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { singleton } from './singleton.ts'

/** Ten characters that can be read out on the telephone: no vowels, no look-alikes. */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789'
const LENGTH = 10

export function createRequestId(): string {
  return Array.from(randomBytes(LENGTH), byte => ALPHABET[byte % ALPHABET.length]).join('')
}

/** From here on whatever is done for this request knows its id, without every function handing it on. */
export function enterRequest(id: string): void {
  requests().enterWith(id)
}

/** The request for which this is done, or that has begun the work which is done now; undefined when none has. */
export function currentRequestId(): string | undefined {
  return requests().getStore()
}

function requests(): AsyncLocalStorage<string> {
  return singleton('requests', () => new AsyncLocalStorage<string>())
}
