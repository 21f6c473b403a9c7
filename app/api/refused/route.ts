import { refusalResponse } from '#lib/handlers/refusal-response.ts'

export {
  refusalResponse as DELETE,
  refusalResponse as GET,
  refusalResponse as HEAD,
  refusalResponse as OPTIONS,
  refusalResponse as PATCH,
  refusalResponse as POST,
  refusalResponse as PUT,
}
