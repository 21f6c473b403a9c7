import 'server-only'
import { type DeskError, toErrorBody } from '#lib/errors.ts'
import { API_HEADERS } from './headers.ts'

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: API_HEADERS })
}

export function noContent(): Response {
  return new Response(null, { status: 204, headers: API_HEADERS })
}

export function errorAnswer(error: DeskError): Response {
  const answer = json(toErrorBody(error), error.status)
  if (error.retryAfterSeconds !== undefined)
    answer.headers.set('retry-after', String(error.retryAfterSeconds))
  return answer
}
