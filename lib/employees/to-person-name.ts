import type { Employee } from '#lib/portrait-api/contract.ts'

/** The displayed name of an employee; the email when the service has no name. */
export function toPersonName({
  first_name,
  last_name,
  email,
}: Pick<Employee, 'first_name' | 'last_name' | 'email'>): string {
  const name = `${first_name} ${last_name}`
  return name.trim() === '' ? email : name
}
