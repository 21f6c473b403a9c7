import 'server-only'
import { headers } from 'next/headers'

/** What this answer's policy asks of its scripts. Next finds it for its own ones in the same place. */
export async function getNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('content-security-policy')
  return policy?.match(/'nonce-([^']+)'/)?.[1]
}
