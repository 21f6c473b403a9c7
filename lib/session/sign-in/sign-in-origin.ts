import 'server-only'
import { getClientAddress } from '#lib/http/client-address.ts'
import type { SignInOrigin } from './begin-session.ts'
import { describeClient } from './describe-client.ts'

export function getSignInOrigin(request: Request): SignInOrigin {
  return { address: getClientAddress(request), client: describeClient(request) }
}
