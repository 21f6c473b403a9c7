import { BATCHES } from '#lib/batches/batch-job.ts'
import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { IMPORTS } from '#lib/imports/send/import-job.ts'
import { resumeForOwner } from '#lib/jobs/resume.ts'
import { canView } from '#lib/session/permissions.ts'
import { workQuery } from '#lib/work/contract.ts'
import { listWorkUntil } from '#lib/work/list-work.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView, query: workQuery }, async ({ user, query, reading, findClient }) => {
    const client = await findClient()
    await resumeForOwner(EXPORTS, user, client)
    await resumeForOwner(IMPORTS, user, client)
    await resumeForOwner(BATCHES, user, client)
    const until = query.until?.split(' ') ?? []
    return json({ data: await listWorkUntil(until, { viewer: { user, client }, signal: reading.signal }) })
  }),
})
