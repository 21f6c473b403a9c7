import { notFoundAnswer } from '#lib/http/not-found-answer.ts'

export {
  notFoundAnswer as DELETE,
  notFoundAnswer as GET,
  notFoundAnswer as HEAD,
  notFoundAnswer as OPTIONS,
  notFoundAnswer as PATCH,
  notFoundAnswer as POST,
  notFoundAnswer as PUT,
}
