import { archiveHead, archiveResponse } from '#lib/exports/download/archive-response.ts'
import { requireOwnExport } from '#lib/exports/history/exports.ts'
import { recordExportDownloaded } from '#lib/exports/prepare/record-export.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { archiveQuery, exportParams } from '#lib/http/path-params.ts'
import { canExport } from '#lib/session/permissions.ts'
import { toWatchedStream } from '#lib/session/sessions/watch-access.ts'

const rules = { permission: canExport, params: exportParams, query: archiveQuery }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(rules, async ({ request, user, session, params, query, findClient, requireClient }) => {
    const { part } = query
    const client = await findClient()
    const row = await requireOwnExport(user, params.exportId, client)
    const found = await archiveResponse(row, { part, request, requireClient })
    const { body, status, headers } = await recordExportDownloaded(row, { actor: user, part, answer: found })
    return new Response(body && (await toWatchedStream(body, session)), { status, headers })
  }),
  HEAD: handler(rules, async ({ request, user, params, query: { part }, findClient, requireClient }) => {
    const client = await findClient()
    const row = await requireOwnExport(user, params.exportId, client)
    return archiveHead(row, { part, request, requireClient })
  }),
})
