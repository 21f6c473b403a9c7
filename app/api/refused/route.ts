import { refusalAnswer } from '#lib/http/refusal-answer.ts'

export {
  refusalAnswer as DELETE,
  refusalAnswer as GET,
  refusalAnswer as HEAD,
  refusalAnswer as OPTIONS,
  refusalAnswer as PATCH,
  refusalAnswer as POST,
  refusalAnswer as PUT,
}
