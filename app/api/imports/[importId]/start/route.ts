import { importStartSchema } from '#lib/contracts/imports.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { importParams } from '#lib/http/path-params.ts'
import { requireImport, requireOwnImport } from '#lib/imports/imports.ts'
import { startImport } from '#lib/imports/send/start-import.ts'
import { toImport } from '#lib/imports/send/to-import.ts'
import { canImport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { permission: canImport, params: importParams, body: importStartSchema },
    async ({ user, params, body: start, requireClient }) => {
      const record = await requireOwnImport(user, params.importId)
      await startImport(await requireClient(), record, { start, actor: user })
      return json({ data: await toImport(await requireImport(params.importId), user) })
    },
  ),
})
