import 'server-only'
import { getEnv } from '#lib/settings/env.ts'
import { openCommand } from './command.ts'
import type { OpenDestination } from './destination.ts'
import { openFolder } from './folder.ts'
import {
  DESTINATION_KINDS,
  type DestinationKind,
  type DestinationSecrets,
  type DestinationSettings,
} from './settings.ts'

/** Reaches a destination and signs in. Throws `DestinationError`. What a kind alone needs is loaded with its first use. */
export async function openDestination(
  settings: DestinationSettings,
  secrets: DestinationSecrets,
  { signal }: { signal: AbortSignal },
): Promise<OpenDestination> {
  switch (settings.kind) {
    case 'folder':
      return openFolder(settings, signal)
    case 'sftp':
      return (await import('./sftp.ts')).openSftp(settings, secrets, signal)
    case 'ldap':
      return (await import('./ldap.ts')).openLdap(settings, secrets, signal)
    case 'microsoft-365':
      return (await import('./microsoft-365.ts')).openMicrosoft365(settings, secrets, signal)
    case 'command':
      return openCommand(settings)
  }
}

/** What an administrator can choose from: folders and programs only where the operator allows some. */
export function offeredKinds(): DestinationKind[] {
  const { folders, commandDir } = getEnv().deliveries
  return DESTINATION_KINDS.filter(kind => {
    if (kind === 'folder') return folders.length > 0
    return kind !== 'command' || commandDir !== null
  })
}
