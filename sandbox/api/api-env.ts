import type { Context } from 'hono'
import type { CustomerRecord } from '../state/records.ts'

/** What a handler of the API knows about its caller. */
export type ApiEnv = { Variables: { customer: CustomerRecord } }
export type ApiContext = Context<ApiEnv>
