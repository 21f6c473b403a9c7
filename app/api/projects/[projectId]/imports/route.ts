import { IMPORT_BODY_LIMITS, importDraftSchema } from '#lib/contracts/imports.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { projectParams } from '#lib/http/path-params.ts'
import { createDraft } from '#lib/imports/draft.ts'
import { IMPORTS } from '#lib/imports/send/import-job.ts'
import { listImports, toImport } from '#lib/imports/send/to-import.ts'
import { resumeForOwner } from '#lib/jobs/resume.ts'
import { canImport } from '#lib/session/permissions.ts'

const rules = { permission: canImport, params: projectParams }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(rules, async ({ user, params, findClient }) => {
    await resumeForOwner(IMPORTS, user, await findClient())
    return json({ data: await listImports(params.projectId, user) })
  }),
  POST: handler(
    { ...rules, body: importDraftSchema, bodyLimits: IMPORT_BODY_LIMITS },
    async ({ user, params: { projectId }, body: draft, requireClient }) => {
      const record = await createDraft(await requireClient(), { projectId, draft, user })
      return json({ data: await toImport(record, user) }, 201)
    },
  ),
})
