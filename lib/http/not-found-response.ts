import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { errorResponse } from './responses.ts'

/** Every address below `/api` that the desk does not have, with whatever method. */
export async function notFoundResponse(request: Request): Promise<Response> {
  return errorResponse(new DeskError('not_found'), request)
}
