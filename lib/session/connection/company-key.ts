import 'server-only'
import { z } from 'zod'
import { getConnectionStore } from '#lib/store/connection-store.ts'
import { openSeal, seal, unseal } from './seals.ts'

const sealSchema = z.object({ key: z.string().min(1) })

export async function saveCompanyKey(key: string): Promise<void> {
  await getConnectionStore().write(await seal({ key }, { purpose: 'company' }))
}

export async function removeCompanyKey(): Promise<void> {
  await getConnectionStore().remove()
}

/** Returns the key in a seal of a database that this desk does not run on; null when none of our secrets opens it. */
export async function unsealCompanyKey(sealed: string): Promise<string | null> {
  const opened = await unseal(sealed, sealSchema, { purpose: 'company' })
  return 'content' in opened ? opened.content.key : null
}

/**
 * Returns the key for all accounts of this desk, null without one, or `unreadable`. See
 * docs/decisions/009-where-the-api-key-lives.md.
 */
export async function readCompanyKey(): Promise<{ key: string } | 'unreadable' | null> {
  const sealed = await getConnectionStore().read()
  return sealed === null ? null : openSeal(sealed, sealSchema, { purpose: 'company' })
}
