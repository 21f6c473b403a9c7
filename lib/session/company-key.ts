import 'server-only'
import { sealData } from 'iron-session'
import { z } from 'zod'
import { getConnectionStore } from '#lib/store/connection-store.ts'
import { openSeal } from './open-seal.ts'
import { getSealPasswords } from './secrets.ts'

/** It lasts until an administrator removes it. */
const FOR_EVER = 0
const sealSchema = z.object({ key: z.string().min(1) })

export async function saveCompanyKey(key: string): Promise<void> {
  const password = getSealPasswords('company').current
  await getConnectionStore().write(await sealData({ key }, { password, ttl: FOR_EVER }))
}

export async function removeCompanyKey(): Promise<void> {
  await getConnectionStore().remove()
}

/** Whether one of our secrets opens what another time has sealed. */
export async function opensCompanySeal(seal: string): Promise<boolean> {
  return (await openSeal(seal, sealSchema, { purpose: 'company', ttl: FOR_EVER })) !== 'unreadable'
}

/**
 * The key for everybody at this desk, null without one, or `unreadable`.
 * See docs/decisions/009-where-the-api-key-lives.md.
 */
export async function readCompanyKey(): Promise<{ key: string } | 'unreadable' | null> {
  const seal = await getConnectionStore().read()
  return seal === null ? null : openSeal(seal, sealSchema, { purpose: 'company', ttl: FOR_EVER })
}
