import { answerAuth } from '#lib/http/answer-auth.ts'
import { methods } from '#lib/http/methods.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: answerAuth, POST: answerAuth })
