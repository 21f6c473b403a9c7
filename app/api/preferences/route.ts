import { methods } from '#lib/handlers/methods.ts'
import { publicHandler } from '#lib/handlers/public-handler.ts'
import { noContent } from '#lib/handlers/responses.ts'
import { savePreferences } from '#lib/preferences/chosen.ts'
import { preferencesSchema } from '#lib/preferences/contract.ts'

/** Open to everyone: the language of the sign-in page can be chosen too. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: publicHandler({ body: preferencesSchema }, async ({ body }) => savePreferences(noContent(), body)),
})
