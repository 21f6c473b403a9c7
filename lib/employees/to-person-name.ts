import type { Employee } from '#lib/portrait-api/contract.ts'

/** What a person is called: by name, and by address where the service has no name of theirs. */
export function toPersonName({
  first_name,
  last_name,
  email,
}: Pick<Employee, 'first_name' | 'last_name' | 'email'>): string {
  const name = `${first_name} ${last_name}`
  return name.trim() === '' ? email : name
}
