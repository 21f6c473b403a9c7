import { authResponse } from '#lib/http/auth-response.ts'
import { methods } from '#lib/http/methods.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: authResponse,
  POST: authResponse,
})
