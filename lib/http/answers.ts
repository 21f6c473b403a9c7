import 'server-only'
import { createTranslator } from 'use-intl/core'
import { type DeskError, toErrorBody } from '#lib/errors.ts'
import { getRequestLocale } from '#lib/i18n/get-locale.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { API_HEADERS } from './headers.ts'
import { getRequestId } from './request-id.ts'

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: API_HEADERS })
}

export function noContent(): Response {
  return new Response(null, { status: 204, headers: API_HEADERS })
}

/** An error in the language of whoever sent the request, with the reference under which the log knows it. */
export function errorAnswer(error: DeskError, request: Request): Response {
  const locale = getRequestLocale(request)
  const say = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'errors' })
  const body = { ...toErrorBody(error, say(error.code, error.values)), requestId: getRequestId(request) }
  const answer = json(body, error.status)
  if (error.retryAfterSeconds !== undefined)
    answer.headers.set('retry-after', String(error.retryAfterSeconds))
  return answer
}
