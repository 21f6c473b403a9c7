import 'server-only'
import { sealData, unsealData } from 'iron-session'
import type { z } from 'zod'
import { log } from '#lib/log.ts'
import { getSealPasswords, type SealPurpose } from '#lib/session/secrets.ts'

/** `ttl` in seconds; without it a seal lasts until it is replaced. */
type SealRules = { purpose: SealPurpose; ttl?: number }

const FOR_EVER = 0

/** Seals without a time limit. The seal in a user's browser has its own limit (`personal-key.ts`). */
export function seal(content: unknown, { purpose }: { purpose: SealPurpose }): Promise<string> {
  return sealData(content, { password: getSealPasswords(purpose).current, ttl: FOR_EVER })
}

/** Returns the content of a seal, or why it does not open: `expired`, or an error with each of our secrets. */
export async function unseal<Schema extends z.ZodType>(
  seal: string,
  schema: Schema,
  { purpose, ttl = FOR_EVER }: SealRules,
): Promise<{ content: z.output<Schema> } | { trouble: string }> {
  let trouble: string | undefined
  const content: unknown = await unsealData(seal, {
    password: getSealPasswords(purpose).all,
    ttl,
    onUnsealError: reason => {
      trouble = reason
    },
  })
  const parsed = schema.safeParse(content)
  if (!trouble && parsed.success) return { content: parsed.data }
  return { trouble: trouble ?? 'content' }
}

/**
 * Returns the content of a seal; null when it has expired, `unreadable` when none of our secrets opens it. Then a
 * secret was replaced without `APP_SECRET_PREVIOUS`, or the seal is forged. The log shows the operator which.
 */
export async function openSeal<Schema extends z.ZodType>(
  seal: string,
  schema: Schema,
  rules: SealRules,
): Promise<z.output<Schema> | null | 'unreadable'> {
  const opened = await unseal(seal, schema, rules)
  if ('content' in opened) return opened.content
  if (opened.trouble === 'expired') return null
  log('warn', 'seal_unreadable', { purpose: rules.purpose, reason: opened.trouble })
  return 'unreadable'
}
