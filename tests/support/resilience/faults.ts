import type { FaultRequest } from '#sandbox/faults/fault-input.ts'

/** The fault of one call. `times` is 1 unless the fault says otherwise. */
type ChaosFault = Pick<FaultRequest, 'answer' | 'times'> & {
  /** True when the service does what the call asks for, although its answer is lost or wrong. */
  done: boolean
}

/** More than the attempts of any call. */
const ALWAYS = 9
const CUT_BYTES = 40
const TEXT = { 'content-type': 'text/plain' }

/** A 429 asks for a wait of at least one second, so all operations meet it at once, in storm.test.ts. */
export const FAULTS = {
  latency: { answer: { kind: 'delay', ms: 150 }, done: true },
  'a drip of a body': { answer: { kind: 'drip', bytesPerSecond: 20_000 }, done: true },
  'a reset before the work': { answer: { kind: 'drop' }, done: false },
  'a reset after the work': { answer: { kind: 'drop', phase: 'after' }, done: true },
  'resets without end': { answer: { kind: 'drop' }, times: ALWAYS, done: false },
  'a body cut with its length': {
    answer: { kind: 'cut', bytes: CUT_BYTES, withLength: true },
    done: true,
  },
  'bodies cut with their length without end': {
    answer: { kind: 'cut', bytes: CUT_BYTES, withLength: true },
    times: ALWAYS,
    done: true,
  },
  'a body cut without a length': {
    answer: { kind: 'cut', bytes: CUT_BYTES, withLength: false },
    done: true,
  },
  'bodies cut without a length without end': {
    answer: { kind: 'cut', bytes: CUT_BYTES, withLength: false },
    times: ALWAYS,
    done: true,
  },
  'a 200 of the wrong content type': {
    answer: { kind: 'status', status: 200, headers: TEXT, body: 'It works!' },
    done: false,
  },
  'a 200 of the wrong content type after the work': {
    answer: { kind: 'status', status: 200, headers: TEXT, body: 'It works!', phase: 'after' },
    done: true,
  },
  'an HTML error page': { answer: { kind: 'html', status: 502 }, done: false },
  'an HTML page with status 200': { answer: { kind: 'html', status: 200 }, done: false },
  'a redirect': { answer: { kind: 'redirect', location: '/api/v1/elsewhere' }, done: false },
  'a 401 in the middle': { answer: { kind: 'status', status: 401 }, done: false },
  'a Retry-After far away': {
    answer: { kind: 'status', status: 429, headers: { 'retry-after': '3600' } },
    done: false,
  },
  'a 500': { answer: { kind: 'status', status: 500 }, done: false },
  'a 500 after the work': { answer: { kind: 'status', status: 500, phase: 'after' }, done: true },
  '500s without end': { answer: { kind: 'status', status: 500 }, times: ALWAYS, done: false },
} satisfies Record<string, ChaosFault>

export type FaultName = keyof typeof FAULTS

/** `right`: complete and correct. Otherwise the code of the visible failure. */
export type Outcome =
  | 'right'
  | 'bad_service_answer'
  | 'busy'
  | 'gateway_answered'
  | 'key_rejected'
  | 'service_moved'
  | 'service_unreachable'

/** The expected outcome of each fault; the type requires all of them. */
export type Oracle = Record<FaultName, Outcome>
