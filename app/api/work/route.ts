import { BATCHES } from '#lib/batches/batch-job.ts'
import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { IMPORTS } from '#lib/imports/send/import-job.ts'
import { resumeForOwner } from '#lib/jobs/resume.ts'
import { canView } from '#lib/session/permissions.ts'
import { listWork } from '#lib/work/list-work.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ user, findClient }) => {
    const client = await findClient()
    await resumeForOwner(EXPORTS, user, client)
    await resumeForOwner(IMPORTS, user, client)
    await resumeForOwner(BATCHES, user, client)
    return json({ data: await listWork({ user, client }) })
  }),
})
