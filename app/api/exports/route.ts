import { exportRequestSchema } from '#lib/exports/contract.ts'
import { EXPORTS_PER_PAGE, listExports } from '#lib/exports/history/exports.ts'
import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { startExport } from '#lib/exports/prepare/start-export.ts'
import { toExport } from '#lib/exports/prepare/to-export.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, toPages } from '#lib/handlers/responses.ts'
import { exportListQuery } from '#lib/http/path-params.ts'
import { resumeForOwner } from '#lib/jobs/resume.ts'
import { readEach } from '#lib/read-each.ts'
import { canExport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canExport, query: exportListQuery }, async ({ user, query, findClient }) => {
    const client = await findClient()
    await resumeForOwner(EXPORTS, user, client)
    const { rows, total } = await listExports(user, { page: query.page, project: query.project_id })
    return json({
      data: readEach('exports', rows, row => toExport(row, { user, client })),
      meta: toPages({ page: query.page, perPage: EXPORTS_PER_PAGE, total }),
    })
  }),
  POST: handler(
    { permission: canExport, body: exportRequestSchema },
    async ({ request, user, body, requireClient }) => {
      const client = await requireClient()
      const row = await startExport(client, body, { user, signal: request.signal })
      return json({ data: toExport(row, { user, client }) }, 201)
    },
  ),
})
