import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'

/** The process answers. Open to everybody, says nothing else. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: async () => json({ status: 'live' }),
})
