import 'server-only'
import { realpath } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { inTime } from './destination.ts'
import type { DestinationSettings } from './settings.ts'

/** Milliseconds for resolving links: a dead network share does not say where they lead. */
const PATIENCE_MS = 5_000

/** Returns the fields by which a destination finds a person; none where the name of a file says whose it is. */
export function toAddress(destination: DestinationSettings): ('mitarbeiternummer' | 'email')[] {
  if (destination.kind === 'microsoft-365') return ['email']
  if (destination.kind !== 'ldap') return []
  const { filter } = destination
  return (['mitarbeiternummer', 'email'] as const).filter(name => filter.includes(`{${name}}`))
}

/**
 * Returns the same text for all deliveries into one folder, through any links. Null for destinations that are no
 * folder: a person found there has one photo.
 */
export async function toFolderAddress(destination: DestinationSettings): Promise<string | null> {
  if (destination.kind === 'folder') {
    const { folder } = destination
    return join(await inTime(PATIENCE_MS, () => realpath(folder)).catch(() => folder), '/')
  }
  if (destination.kind !== 'sftp') return null
  return `${destination.host.toLowerCase()}:${destination.port} ${posix.join(destination.folder, '/')}`
}
