import { archiveAnswer, archiveHeaders } from '#lib/exports/archive-answer.ts'
import { requireExport } from '#lib/exports/exports.ts'
import { recordExportDownloaded } from '#lib/exports/record-export.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { exportParams } from '#lib/http/path-params.ts'
import { canExport } from '#lib/session/permissions.ts'

const rules = { permission: canExport, params: exportParams }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(rules, async ({ user, params }) => {
    const job = requireExport(user, params.exportId)
    return recordExportDownloaded(job, { actor: user, answer: await archiveAnswer(job) })
  }),
  HEAD: handler(
    rules,
    async ({ user, params }) =>
      new Response(null, { headers: archiveHeaders(requireExport(user, params.exportId)) }),
  ),
})
