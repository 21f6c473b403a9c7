import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { errorAnswer } from './answers.ts'

/** Every address below `/api` that the desk does not have, with whatever method. */
export async function notFoundAnswer(request: Request): Promise<Response> {
  return errorAnswer(new DeskError('not_found'), request)
}
