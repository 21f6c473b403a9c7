import 'server-only'
import { unsealData } from 'iron-session'
import type { z } from 'zod'
import { log } from '#lib/log.ts'
import { getSealPasswords, type SealPurpose } from './secrets.ts'

/**
 * What a seal holds; null when its time is over, `unreadable` when none of our secrets opens it: a secret was replaced
 * without `APP_SECRET_PREVIOUS`, or somebody has made it up. The log tells the operator which.
 */
export async function openSeal<Schema extends z.ZodType>(
  seal: string,
  schema: Schema,
  { purpose, ttl }: { purpose: SealPurpose; ttl: number },
): Promise<z.output<Schema> | null | 'unreadable'> {
  let trouble: string | undefined
  const content: unknown = await unsealData(seal, {
    password: getSealPasswords(purpose).all,
    ttl,
    onUnsealError: reason => {
      trouble = reason
    },
  })
  if (trouble === 'expired') return null
  const parsed = schema.safeParse(content)
  if (!trouble && parsed.success) return parsed.data
  log('warn', 'seal_unreadable', { purpose, reason: trouble ?? 'content' })
  return 'unreadable'
}
