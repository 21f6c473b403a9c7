import type { DestinationSettings } from './settings.ts'

/** By what a destination knows people: the name of a file, their number, or their e-mail address. */
export function toAddress(destination: DestinationSettings): 'name' | 'mitarbeiternummer' | 'email' {
  if (destination.kind === 'microsoft-365') return 'email'
  if (destination.kind !== 'ldap') return 'name'
  return destination.filter.includes('{email}') ? 'email' : 'mitarbeiternummer'
}
