import 'server-only'
import { createTranslator } from 'use-intl/core'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { REFUSAL_HEADER } from '#lib/http/refusal.ts'
import { getRequestLocale } from '#lib/i18n/get-locale.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { getEnv } from '#lib/settings/env.ts'
import { notFoundResponse } from './error-response.ts'
import { errorResponse } from './responses.ts'

const CODES = new Map<string, ErrorCode>([
  ['address', 'address_too_long'],
  ['headers', 'too_many_headers'],
  ['upgrade', 'not_http'],
])

/** The answer to a request that `prepare-request.ts` has routed here. */
export async function refusalResponse(request: Request): Promise<Response> {
  const refusal = request.headers.get(REFUSAL_HEADER)
  if (refusal === 'host') return wrongHost(request)
  if (refusal === 'method') return wrongMethod(request)
  const code = CODES.get(refusal ?? '')
  if (code) return errorResponse(new DeskError(code), request)
  return notFoundResponse(request)
}

/** A sentence instead of JSON: its readers are users who typed another name of this machine. */
function wrongHost(request: Request): Response {
  const { practice, appUrl } = getEnv()
  const locale = getRequestLocale(request)
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'edge' })
  return new Response(`${t(practice ? 'practiceHost' : 'otherHost', { url: appUrl })}\n`, {
    status: 421,
    headers: { ...API_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  })
}

/** Only the methods of pages arrive here; a handler refuses its own. */
function wrongMethod(request: Request): Response {
  const answer = errorResponse(new DeskError('method_not_allowed'), request)
  answer.headers.set('allow', 'GET, HEAD')
  return answer
}
