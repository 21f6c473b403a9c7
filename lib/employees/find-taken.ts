import 'server-only'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { peekRoster } from './roster.ts'
import type { Taken, TakenQuery } from './taken-contract.ts'
import { findMeantDomain } from './usual-domain.ts'

/**
 * Finds the employee who already has this email or number, among those loaded (specification section 2: both are unique
 * in a project). Emails are compared without letter case, numbers exactly.
 */
export function findTaken(client: PortraitClient, projectId: number, wanted: TakenQuery): Taken {
  const { employees, complete } = peekRoster(client, projectId)
  const others = employees.filter(({ id }) => id !== wanted.except)
  const email = wanted.email?.trim().toLowerCase()
  const number = wanted.mitarbeiternummer?.trim()
  const find = (fits: (employee: Employee) => boolean) => toHolder(others.find(fits))
  return {
    known: complete,
    email: email ? find(other => other.email.toLowerCase() === email) : null,
    mitarbeiternummer: number ? find(other => other.mitarbeiternummer === number) : null,
    meant_domain: email
      ? findMeantDomain(
          email,
          others.map(other => other.email),
        )
      : null,
  }
}

function toHolder(employee: Employee | undefined): Taken['email'] {
  if (!employee) return null
  const { id, first_name, last_name, email, mitarbeiternummer } = employee
  return { id, first_name, last_name, email, mitarbeiternummer }
}
