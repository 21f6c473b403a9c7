import type { ServiceState } from '../state/records.ts'
import type { Rules } from '../state/rules.ts'

export type Fields = Record<string, unknown>

/** A call at the service, below `/api/v1`. */
export type ServiceCall = { method: string; path: string; query: URLSearchParams }

/** An answer before its encoding. `body` is undefined when there is none. */
export type Reply = { status: number; body: Fields | undefined }

/** An error before its encoding. */
export type Refusal = { status: number; message: string; code?: string; errors?: Record<string, string[]> }
export type RefusalText = { type: string | null; text: string }

/** An encoded answer. */
export type Sent = { headers: Headers; bytes: Uint8Array<ArrayBuffer> }

/** One deviation of another service with this specification. Fields that are left out keep the sandbox's behaviour. */
export type Variation = {
  /**
   * Legal: the specification allows it, or is silent. Sloppy: the specification forbids it, but real services do it.
   */
  manner: 'legal' | 'sloppy'
  /** The sentence of the specification that leaves it open, or that it violates. */
  source: string
  does: string
  rules?: Partial<Rules>
  /** Changes each record of an answer. */
  project?: (record: Fields) => Fields
  employee?: (record: Fields) => Fields
  size?: (record: Fields) => Fields
  /** Changes a whole answer that is no error and no photo. */
  reply?: (reply: Reply, call: ServiceCall) => Reply
  refusal?: (refusal: Refusal) => RefusalText
  /** Changes the bytes and headers of JSON (errors too), and of photos. */
  json?: (sent: Sent) => Sent
  photo?: (sent: Sent) => Sent
  /** A one-time change in the service right after a matching answer; true when it has happened. */
  meanwhile?: (state: ServiceState, call: ServiceCall) => boolean
}
