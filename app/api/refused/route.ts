import { refusalResponse } from '#lib/http/refusal-response.ts'

export {
  refusalResponse as DELETE,
  refusalResponse as GET,
  refusalResponse as HEAD,
  refusalResponse as OPTIONS,
  refusalResponse as PATCH,
  refusalResponse as POST,
  refusalResponse as PUT,
}
