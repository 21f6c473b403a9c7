import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { RouteContext, RouteHandler } from './handler.ts'
import { errorResponse, noContent } from './responses.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]
type Offered = Partial<Record<Exclude<Method, 'OPTIONS'>, RouteHandler>>

/**
 * Defines every method of one address: a method that is not offered gets 405 with `Allow` in our error shape. `HEAD` is
 * always handled here, because Next would run GET for it and never cancel the stream, which no client reads.
 */
export function methods(offered: Offered): Record<Method, RouteHandler> {
  const all: Offered = { ...(offered.GET && { HEAD: headOf(offered.GET) }), ...offered }
  const allow = [...METHODS.filter(method => method !== 'OPTIONS' && all[method]), 'OPTIONS'].join(', ')
  const describe: RouteHandler = async () => withAllow(noContent(), allow)
  const refuse: RouteHandler = async request =>
    withAllow(errorResponse(new DeskError('method_not_allowed'), request), allow)
  return {
    GET: all.GET ?? refuse,
    HEAD: all.HEAD ?? refuse,
    POST: all.POST ?? refuse,
    PUT: all.PUT ?? refuse,
    PATCH: all.PATCH ?? refuse,
    DELETE: all.DELETE ?? refuse,
    OPTIONS: describe,
  }
}

function headOf(get: RouteHandler): RouteHandler {
  return async (request: Request, context: RouteContext) => {
    const answer = await get(request, context)
    await answer.body?.cancel()
    return new Response(null, { status: answer.status, headers: answer.headers })
  }
}

function withAllow(answer: Response, allow: string): Response {
  answer.headers.set('allow', allow)
  return answer
}
