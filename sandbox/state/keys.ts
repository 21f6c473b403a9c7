import { createHash, randomBytes } from 'node:crypto'
import { ACTIVE_KEYS_MAX } from '#lib/portrait-api/contract.ts'
import { ServiceError } from '../http/service-error.ts'
import type { CustomerRecord, KeyRecord, ServiceState } from './records.ts'
import { toServiceTime } from './to-service-time.ts'

type NewKey = { record: KeyRecord; key: string }

export function getActiveKey(state: ServiceState, key: string): KeyRecord | null {
  const sha256 = hashKey(key)
  return state.keys.find(record => record.sha256 === sha256 && record.revoked_at === null) ?? null
}

export function listKeys(state: ServiceState, customer: CustomerRecord): KeyRecord[] {
  return state.keys.filter(record => record.customer_id === customer.id)
}

/** Section 5, rules 3 to 5. The answer is the only place with the key itself. */
export function createKey(
  state: ServiceState,
  customer: CustomerRecord,
  { label, now }: { label: string; now: number },
): NewKey {
  if (customer.account !== 'active') {
    throw new ServiceError(403, 'Only active contract customers with API access can create keys.')
  }
  const active = listKeys(state, customer).filter(record => record.revoked_at === null)
  if (active.length >= ACTIVE_KEYS_MAX) {
    throw new ServiceError(409, `An account has at most ${ACTIVE_KEYS_MAX} active keys.`, {
      code: 'too_many_keys',
    })
  }
  const key = `pk_${randomBytes(24).toString('base64url')}`
  const record: KeyRecord = {
    id: state.next_id.key++,
    customer_id: customer.id,
    label,
    sha256: hashKey(key),
    created_at: toServiceTime(now),
    revoked_at: null,
  }
  state.keys.push(record)
  return { record, key }
}

export function revokeKey(
  state: ServiceState,
  customer: CustomerRecord,
  { id, now }: { id: number; now: number },
): void {
  const record = listKeys(state, customer).find(key => key.id === id && key.revoked_at === null)
  if (!record) throw new ServiceError(404, 'This account has no active key with this id.')
  record.revoked_at = toServiceTime(now)
}

/**
 * No real service does this. In practice mode, the first key is the desk's own, and a trainee cannot enter another one
 * there.
 */
export function restoreFirstKey(state: ServiceState, customer: CustomerRecord): void {
  const [first] = listKeys(state, customer)
  if (first) first.revoked_at = null
}

/** A data file may come from a start with another key; the current key opens the first account. */
export function setFirstKey(state: ServiceState, key: string): void {
  const [first] = state.keys
  if (first) first.sha256 = hashKey(key)
}

/** Keys are long random texts, so one SHA-256 is enough; slow hashes are for passwords. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
