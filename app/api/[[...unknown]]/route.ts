import { notFoundResponse } from '#lib/handlers/error-response.ts'

export {
  notFoundResponse as DELETE,
  notFoundResponse as GET,
  notFoundResponse as HEAD,
  notFoundResponse as OPTIONS,
  notFoundResponse as PATCH,
  notFoundResponse as POST,
  notFoundResponse as PUT,
}
