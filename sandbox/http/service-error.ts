import { parseId } from '#lib/portrait-api/contract.ts'

export type FieldErrors = Record<string, string[]>
type ServiceStatus = 400 | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 500

type Details = { code?: string; errors?: FieldErrors; headers?: Record<string, string> }

/** An error answer of section 7, thrown by the code that checks the rule. */
export class ServiceError extends Error {
  readonly status: ServiceStatus
  readonly details: Details

  constructor(status: ServiceStatus, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** Ids are integers. Any other text gets the same 404 as an unknown id. */
export function toId(text: string | undefined): number {
  const id = parseId(text ?? '')
  if (id === null) throw new ServiceError(404, 'There is no record with this id.')
  return id
}

/** Every error is JSON with a `message`, including unexpected errors. */
export function toErrorResponse(error: unknown): Response {
  const known = error instanceof ServiceError ? error : new ServiceError(500, 'The sandbox itself failed.')
  const { code, errors, headers } = known.details
  const body = { message: known.message, ...(code && { code }), ...(errors && { errors }) }
  const answer = Response.json(body, { status: known.status, headers })
  if (!(error instanceof ServiceError)) process.stderr.write(`${String(error)}\n`)
  return answer
}
