import { UserText } from '#components/ui/user-text.tsx'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'

type EmployeeStatusProps = {
  employee: Employee
  /** Result of `portraitStatusLabel`. */
  word: string
}

/**
 * Photo status of an employee: a word (the service's own, when the desk has none), and a mark that `repeated.css`
 * draws.
 */
export function EmployeeStatus({ employee, word }: EmployeeStatusProps) {
  return (
    <span className={`status status-${getPortraitStatus(employee)}`}>
      <UserText>{word}</UserText>
    </span>
  )
}
