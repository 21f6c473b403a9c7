import { getActiveKey } from '../state/keys.ts'
import type { KeyRecord, ServiceState } from '../state/records.ts'

/** The key record behind `Authorization: Bearer <API_KEY>`; null when it is missing, unknown or revoked. */
export function getBearerKey(state: ServiceState, authorization: string | null): KeyRecord | null {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return key ? getActiveKey(state, key) : null
}
