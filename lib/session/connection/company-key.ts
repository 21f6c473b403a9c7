import 'server-only'
import { sealData } from 'iron-session'
import { z } from 'zod'
import { getSealPasswords } from '#lib/session/secrets.ts'
import { getConnectionStore } from '#lib/store/connection-store.ts'
import { openSeal, unseal } from './open-seal.ts'

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

/** The key in a seal of a database that the desk does not run on; null when none of our secrets opens it. */
export async function unsealCompanyKey(seal: string): Promise<string | null> {
  const opened = await unseal(seal, sealSchema, { purpose: 'company', ttl: FOR_EVER })
  return 'content' in opened ? opened.content.key : null
}

/**
 * The key for everybody at this desk, null without one, or `unreadable`.
 * See docs/decisions/009-where-the-api-key-lives.md.
 */
export async function readCompanyKey(): Promise<{ key: string } | 'unreadable' | null> {
  const seal = await getConnectionStore().read()
  return seal === null ? null : openSeal(seal, sealSchema, { purpose: 'company', ttl: FOR_EVER })
}
