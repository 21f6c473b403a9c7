import type { ServiceState } from '../state/records.ts'

export type Fields = Record<string, unknown>
export type Size = { label: string; width: number; height: number }

/** How the service decides where the specification does not say it. */
export type Rules = {
  /** A taken email or number: 422 with reasons, 409 with reasons, or 409 with nothing but a message. */
  taken: 'invalid' | 'conflict' | 'bareConflict'
  email: 'usual' | 'strict' | 'lenient'
  /** What is kept of an email or a number that somebody sent. */
  keepEmail: (email: string) => string
  keepNumber: (number: string) => string
  /** Two numbers for which this is the same are one number. */
  compareNumber: (number: string) => string
  rateWindow: 'sliding' | 'fixed'
  /** The `Retry-After` of a 429; null leaves the header out. `now` in milliseconds. */
  retryAfter: (seconds: number, now: number) => string | null
  /** The picture that is sent for a configured size. */
  toPixels: (size: Size) => Size
  /** What is added to each id of a project or an employee on its way out, and taken off on its way in. */
  idsFrom: number
}

/** A call as the service sees it, below `/api/v1`. */
export type ServiceCall = { method: string; path: string; query: URLSearchParams }

/** An answer before it becomes bytes. `body` is undefined when there is none. */
export type Reply = { status: number; body: Fields | undefined }

/** An error before it becomes bytes. */
export type Refusal = { status: number; message: string; code?: string; errors?: Record<string, string[]> }
export type RefusalText = { type: string | null; text: string }

/** An answer as it leaves. */
export type Sent = { headers: Headers; bytes: Uint8Array<ArrayBuffer> }

/** One thing that another service of this specification may do. What is left out stays as the sandbox does it. */
export type Variation = {
  /** Legal: the specification allows it, or is silent. Sloppy: it says otherwise, and services do it all the same. */
  manner: 'legal' | 'sloppy'
  /** The sentence of the specification that leaves it open, or that it stretches. */
  source: string
  does: string
  rules?: Partial<Rules>
  /** Each record of an answer. */
  project?: (record: Fields) => Fields
  employee?: (record: Fields) => Fields
  size?: (record: Fields) => Fields
  /** A whole answer that is no error and no photo. */
  reply?: (reply: Reply, call: ServiceCall) => Reply
  refusal?: (refusal: Refusal) => RefusalText
  /** The bytes and headers of JSON (errors too), and of photos. */
  json?: (sent: Sent) => Sent
  photo?: (sent: Sent) => Sent
  /** What happens once in the service, just behind an answer that it fits; true when it has happened. */
  meanwhile?: (state: ServiceState, call: ServiceCall) => boolean
}

export const USUAL_RULES: Rules = {
  taken: 'invalid',
  email: 'usual',
  keepEmail: email => email,
  keepNumber: number => number,
  compareNumber: number => number,
  rateWindow: 'sliding',
  retryAfter: seconds => String(seconds),
  toPixels: size => size,
  idsFrom: 0,
}
