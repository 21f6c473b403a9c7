import { IMPORT_BODY_LIMITS, importEditsSchema } from '#lib/contracts/imports.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, noContent } from '#lib/handlers/responses.ts'
import { endImportQuery, importParams, importQuery } from '#lib/http/path-params.ts'
import { editRows } from '#lib/imports/draft.ts'
import { requireImport, requireOwnImport, requireStoppableImport } from '#lib/imports/imports.ts'
import { IMPORTS } from '#lib/imports/send/import-job.ts'
import { cancelImport, discardDraft } from '#lib/imports/send/steer-import.ts'
import { toImport, toImportWithRows } from '#lib/imports/send/to-import.ts'
import { resumeForOwner } from '#lib/jobs/resume.ts'
import { canImport } from '#lib/session/permissions.ts'

const rules = { permission: canImport, params: importParams }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ ...rules, query: importQuery }, async ({ user, params, query, findClient }) => {
    await resumeForOwner(IMPORTS, user, await findClient())
    const record = await requireOwnImport(user, params.importId)
    return json({
      data: query.rows === '0' ? await toImport(record, user) : await toImportWithRows(record, user),
    })
  }),
  PATCH: handler(
    { ...rules, body: importEditsSchema, bodyLimits: IMPORT_BODY_LIMITS },
    async ({ user, params, body }) => {
      await editRows(await requireOwnImport(user, params.importId), body)
      return json({ data: await toImport(await requireImport(params.importId), user) })
    },
  ),
  DELETE: handler({ ...rules, query: endImportQuery }, async ({ user, params, query, findClient }) => {
    const record = await requireStoppableImport(user, params.importId)
    if (query.only === 'draft') await discardDraft(record)
    else await cancelImport(record, { by: user, client: await findClient() })
    if (record.state === 'draft') return noContent()
    return json({ data: await toImport(await requireImport(params.importId), user) })
  }),
})
