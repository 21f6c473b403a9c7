import { invalidInput } from '../http/invalid-input.ts'
import { type FieldErrors, ServiceError } from '../http/service-error.ts'
import type { EmployeeRecord } from './records.ts'
import type { Rules } from './rules.ts'

type Claim = { email?: unknown; mitarbeiternummer?: unknown }

/**
 * Section 1: email and number are each unique in a project. Emails are compared without regard to letter case, because
 * they reach the same mailbox; numbers exactly, or by `compareNumber`. A value may be taken by a present employee or by
 * an earlier entry of the same call.
 */
export function findTaken(
  present: EmployeeRecord[],
  claims: Claim[],
  { toKey, compareNumber = number => number }: How,
): FieldErrors {
  const emails = new Set<unknown>(present.map(({ email }) => email.toLowerCase()))
  const numbers = new Set<unknown>(present.map(employee => compareNumber(employee.mitarbeiternummer)))
  const errors: FieldErrors = {}
  for (const [index, { email, mitarbeiternummer: sent }] of claims.entries()) {
    const mitarbeiternummer = typeof sent === 'string' ? compareNumber(sent) : sent
    const address = typeof email === 'string' ? email.toLowerCase() : undefined
    if (address !== undefined && emails.has(address)) {
      errors[toKey(index, 'email')] = ['This email address already exists in the project.']
    }
    if (mitarbeiternummer !== undefined && numbers.has(mitarbeiternummer)) {
      errors[toKey(index, 'mitarbeiternummer')] = ['This number already exists in the project.']
    }
    emails.add(address)
    if (mitarbeiternummer !== undefined) numbers.add(mitarbeiternummer)
  }
  return errors
}

type How = {
  toKey: (index: number, field: keyof Claim) => string
  compareNumber?: Rules['compareNumber']
}

/**
 * The specification does not show the status for a taken email or number (section 4). It is a 422 unless a variation is
 * on.
 */
export function takenInput(errors: FieldErrors, { taken }: Pick<Rules, 'taken'>): ServiceError {
  const { message, details } = invalidInput(errors)
  if (taken === 'invalid') return new ServiceError(422, message, details)
  return new ServiceError(409, message, taken === 'conflict' ? details : {})
}
