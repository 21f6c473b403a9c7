import type { ServiceState } from '../state/records.ts'
import type { Rules } from '../state/rules.ts'

export type Fields = Record<string, unknown>

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
