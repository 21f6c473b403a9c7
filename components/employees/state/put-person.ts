import type { QueryClient } from '@tanstack/react-query'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** What is known of one person by now, for their sheet. */
export function putPerson(queries: QueryClient, employee: Employee): void {
  queries.setQueryData(personKey(employee.id), employee)
}

export function personKey(employeeId: number) {
  return ['person', employeeId] as const
}
