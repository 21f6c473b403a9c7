import { recallPhotos } from '#lib/exports/download/restore-files.ts'
import { requireOwnExport } from '#lib/exports/history/exports.ts'
import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { toExport } from '#lib/exports/prepare/to-export.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { exportParams } from '#lib/http/path-params.ts'
import { resumeJob } from '#lib/jobs/engine.ts'
import { requireJob } from '#lib/jobs/job.ts'
import { canExport } from '#lib/session/permissions.ts'

/** Continues an export: a paused one resumes, a ready one fetches photos that the store has deleted. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { permission: canExport, params: exportParams },
    async ({ user, params, findClient, requireClient }) => {
      const client = await findClient()
      const row = await requireOwnExport(user, params.exportId, client)
      if (row.state === 'ready') await recallPhotos(row, requireClient)
      else resumeJob(EXPORTS, row, await requireClient())
      const now = await requireJob(EXPORTS, user, row.id)
      return json({ data: toExport(now, { user, client }) })
    },
  ),
})
