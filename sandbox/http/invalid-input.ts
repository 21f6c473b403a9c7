import type { ZodError } from 'zod'
import type { Rules } from '../variations/variation.ts'
import { type FieldErrors, ServiceError } from './service-error.ts'

/** The 422 of section 7. */
export function invalidInput(errors: FieldErrors): ServiceError {
  const first = Object.values(errors)[0]?.[0] ?? 'The input is invalid.'
  return new ServiceError(422, first, { errors })
}

/** Which status says that an email or a number is taken is "not shown" (section 4): it is a 422 unless a variation is on. */
export function takenInput(errors: FieldErrors, { taken }: Pick<Rules, 'taken'>): ServiceError {
  const { message, details } = invalidInput(errors)
  if (taken === 'invalid') return new ServiceError(422, message, details)
  return new ServiceError(409, message, taken === 'conflict' ? details : {})
}

/** `employees.<index>.<field>` comes from the path of the issue; an issue of the whole body is named `body`. */
export function toFieldErrors(error: ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body'
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return errors
}
