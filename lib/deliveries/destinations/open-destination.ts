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

/**
 * Connects to a destination and signs in. Throws `DestinationError`. Modules that only one kind needs are loaded when
 * it is first used.
 */
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

/** Returns the kinds that an administrator can choose: folders and programs only where the operator allows some. */
export function offeredKinds(): DestinationKind[] {
  const { folders, commandDir } = getEnv().deliveries
  return DESTINATION_KINDS.filter(kind => {
    if (kind === 'folder') return folders.length > 0
    return kind !== 'command' || commandDir !== null
  })
}
