import 'server-only'
import { headers } from 'next/headers'

/**
 * Returns the nonce that this answer's policy requires of scripts. Next reads it for its own scripts from the same
 * place.
 */
export async function getNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('content-security-policy')
  return policy?.match(/'nonce-([^']+)'/)?.[1]
}
