export type FieldErrors = Record<string, string[]>
type ServiceStatus = 400 | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 500

type Details = { code?: string; errors?: FieldErrors; headers?: Record<string, string> }

/** An answer of section 7, thrown from wherever the rule is known. */
export class ServiceError extends Error {
  readonly status: ServiceStatus
  readonly details: Details

  constructor(status: ServiceStatus, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}
