import 'server-only'
import { createRequestId } from '#lib/request-context.ts'

/** Set by `prepare-request.ts` on every request; a client cannot send it. */
export const REQUEST_ID_HEADER = 'x-desk-request'

/** Returns the id of a request, which is in its answer and in the log. */
export function getRequestId(request: Request): string {
  return request.headers.get(REQUEST_ID_HEADER) ?? createRequestId()
}
