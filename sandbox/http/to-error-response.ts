import { ServiceError } from './service-error.ts'

/** Every error is JSON with a `message`, also the ones that nobody foresaw. */
export function toErrorResponse(error: unknown): Response {
  const known = error instanceof ServiceError ? error : new ServiceError(500, 'The sandbox itself failed.')
  const { code, errors, headers } = known.details
  const body = { message: known.message, ...(code && { code }), ...(errors && { errors }) }
  const answer = Response.json(body, { status: known.status, headers })
  if (!(error instanceof ServiceError)) process.stderr.write(`${String(error)}\n`)
  return answer
}
