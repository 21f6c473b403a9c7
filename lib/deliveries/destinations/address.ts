import 'server-only'
import { realpath } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { inTime } from './destination.ts'
import type { DestinationSettings } from './settings.ts'

/** A dead network share does not say where it leads. */
const PATIENCE_MS = 5_000

/** By which facts of a person a destination finds them; none where the name of a file says whose it is. */
export function toAddress(destination: DestinationSettings): ('mitarbeiternummer' | 'email')[] {
  if (destination.kind === 'microsoft-365') return ['email']
  if (destination.kind !== 'ldap') return []
  const { filter } = destination
  return (['mitarbeiternummer', 'email'] as const).filter(name => filter.includes(`{${name}}`))
}

/** The same for all deliveries into one folder, by whatever links; null for what is no folder: who is found there has one photo. */
export async function toFolderAddress(destination: DestinationSettings): Promise<string | null> {
  if (destination.kind === 'folder') {
    const { folder } = destination
    return join(await inTime(PATIENCE_MS, () => realpath(folder)).catch(() => folder), '/')
  }
  if (destination.kind !== 'sftp') return null
  return `${destination.host.toLowerCase()}:${destination.port} ${posix.join(destination.folder, '/')}`
}
