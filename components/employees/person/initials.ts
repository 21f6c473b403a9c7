import type { Employee } from '#lib/portrait-api/contract.ts'
import { withoutInvisible } from '#lib/text/invisible.ts'

/** The first characters of both names as people see them: an accent or a surrogate pair stays whole. */
export function getInitials({ first_name, last_name }: Employee): string {
  return [first_name, last_name]
    .map(name => Array.from(withoutInvisible(name).normalize('NFC'))[0] ?? '')
    .join('')
    .toUpperCase()
}
