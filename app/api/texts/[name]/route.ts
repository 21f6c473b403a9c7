import { DeskError } from '#lib/errors.ts'
import { methods } from '#lib/handlers/methods.ts'
import { errorResponse } from '#lib/handlers/responses.ts'
import { findTextsScript } from '#lib/i18n/texts-file.ts'

const YEAR_S = 365 * 24 * 60 * 60
const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': `public, max-age=${YEAR_S}, immutable`,
}

/** What the desk says, as a script for the browser. Open to everybody, as the page of signing in says much of it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: async (request, { params }) => {
    const { name } = await params
    const script = findTextsScript(String(name))
    if (script === undefined) return errorResponse(new DeskError('not_found'), request)
    return new Response(script, { headers: HEADERS })
  },
})
