import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'

/** Shows that the process answers. Open to everyone, and says nothing else. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: async () => json({ status: 'live' }),
})
