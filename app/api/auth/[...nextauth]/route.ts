import { authResponse } from '#lib/handlers/auth-response.ts'
import { methods } from '#lib/handlers/methods.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: authResponse,
  POST: authResponse,
})
