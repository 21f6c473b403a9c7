import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { importParams, importResultQuery } from '#lib/http/path-params.ts'
import { getRequestLocale } from '#lib/i18n/get-locale.ts'
import { requireOwnImport } from '#lib/imports/imports.ts'
import { resultResponse } from '#lib/imports/result-file.ts'
import { canImport } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canImport, params: importParams, query: importResultQuery },
    async ({ request, user, params, query: { format } }) => {
      const record = await requireOwnImport(user, params.importId)
      return resultResponse(record, { format, locale: getRequestLocale(request) })
    },
  ),
})
