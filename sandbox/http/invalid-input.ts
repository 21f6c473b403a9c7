import type { ZodError } from 'zod'
import { type FieldErrors, ServiceError } from './service-error.ts'

/** The 422 of section 7. */
export function invalidInput(errors: FieldErrors): ServiceError {
  const first = Object.values(errors)[0]?.[0] ?? 'The input is invalid.'
  return new ServiceError(422, first, { errors })
}

/** `employees.<index>.<field>` is the path of the issue; an issue of the whole body is named `body`. */
export function toFieldErrors(error: ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body'
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return errors
}

/** The parsed body. A body that is not JSON is invalid input (422), not a crash. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) {
    throw invalidInput({ body: ['The content type must be application/json.'] })
  }
  try {
    const body: unknown = JSON.parse(await request.text())
    return body
  } catch {
    throw invalidInput({ body: ['The body is not valid JSON.'] })
  }
}
