import { archiveAnswer, archiveHeaders } from '#lib/exports/archive-answer.ts'
import { requireExport } from '#lib/exports/exports.ts'
import { recordExportDownloaded } from '#lib/exports/record-export.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { exportParams } from '#lib/http/path-params.ts'
import { canExport } from '#lib/session/permissions.ts'
import { toWatchedStream } from '#lib/session/watched-stream.ts'

const rules = { permission: canExport, params: exportParams }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(rules, async ({ user, session, params }) => {
    const job = requireExport(user, params.exportId)
    const answer = await recordExportDownloaded(job, { actor: user, answer: await archiveAnswer(job) })
    const body = answer.body && (await toWatchedStream(answer.body, session))
    return new Response(body, { headers: archiveHeaders(job) })
  }),
  HEAD: handler(
    rules,
    async ({ user, params }) =>
      new Response(null, { headers: archiveHeaders(requireExport(user, params.exportId)) }),
  ),
})
