import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { importParams } from '#lib/http/path-params.ts'
import { requireImport, requireOwnImport } from '#lib/imports/imports.ts'
import { resumeImport } from '#lib/imports/send/steer-import.ts'
import { toImport } from '#lib/imports/send/to-import.ts'
import { canImport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ permission: canImport, params: importParams }, async ({ user, params, requireClient }) => {
    const record = await requireOwnImport(user, params.importId)
    await resumeImport(record, await requireClient())
    return json({ data: await toImport(await requireImport(params.importId), user) })
  }),
})
