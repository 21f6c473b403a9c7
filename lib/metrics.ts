import 'server-only'
import { Counter, Histogram, Registry } from 'prom-client'
import { singleton } from './singleton.ts'

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const WAIT_SECONDS = [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300]
const TRANSACTION_SECONDS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/**
 * Metrics that the desk counts while it works, named as Prometheus does: seconds, bytes, and `_total` for counters. No
 * label names an employee, a user, a project or an address; each has few values. Metrics that are read at a scrape are
 * in `lib/observe/collect.ts`. See docs/decisions/040-seen-from-outside.md.
 */
export function getMetrics() {
  return singleton('metrics', createMetrics)
}

function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'desk_http_requests_total',
      help: 'Requests by route, method and status; "aborted" when the browser left before the end.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'desk_http_request_duration_seconds',
      help: 'From a request to the last byte of its answer.',
      labelNames: ['route', 'method'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    calls: new Counter({
      name: 'desk_service_calls_total',
      help: 'Calls to the portrait service by what they ask and the status of the answer; "none" when there was no answer.',
      labelNames: ['call', 'status'],
      registers,
    }),
    // Without a label it is exported from the start, so a first refusal is an increase; a series that begins with 1 has
    // none.
    keyRefusals: new Counter({
      name: 'desk_key_refusals_total',
      help: 'Calls to the portrait service that it refused because of the API key.',
      registers,
    }),
    callSeconds: new Histogram({
      name: 'desk_service_call_duration_seconds',
      help: 'From sending a call to the headers of its answer.',
      labelNames: ['call'],
      buckets: CALL_SECONDS,
      registers,
    }),
    budgetWaitSeconds: new Histogram({
      name: 'desk_budget_wait_seconds',
      help: 'How long calls waited for their place in the limit of the service.',
      labelNames: ['lane'],
      buckets: WAIT_SECONDS,
      registers,
    }),
    budgetRefused: new Counter({
      name: 'desk_budget_refused_total',
      help: 'People who were told to try again later, because the limit of the service was used up.',
      registers,
    }),
    photoReads: new Counter({
      name: 'desk_photo_store_reads_total',
      help: 'Photos that were wanted: "hit" when they were on disk, "miss" when they had to be fetched.',
      labelNames: ['result'],
      registers,
    }),
    connectionWaitSeconds: new Histogram({
      name: 'desk_database_connection_wait_seconds',
      help: 'How long a connection to the PostgreSQL server was waited for; nothing without a server.',
      buckets: TRANSACTION_SECONDS,
      registers,
    }),
    transactionSeconds: new Histogram({
      name: 'desk_database_transaction_duration_seconds',
      help: 'Transactions of the database, with the time for which they waited.',
      buckets: TRANSACTION_SECONDS,
      registers,
    }),
  } as const
}
