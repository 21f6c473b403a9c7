import type { DestinationSettings } from './settings.ts'

/** By which facts of a person a destination finds them; none where the name of a file says whose it is. */
export function toAddress(destination: DestinationSettings): ('mitarbeiternummer' | 'email')[] {
  if (destination.kind === 'microsoft-365') return ['email']
  if (destination.kind !== 'ldap') return []
  const { filter } = destination
  return (['mitarbeiternummer', 'email'] as const).filter(name => filter.includes(`{${name}}`))
}
