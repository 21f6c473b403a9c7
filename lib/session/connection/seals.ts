import 'server-only'
import { sealData, unsealData } from 'iron-session'
import type { z } from 'zod'
import { log } from '#lib/log.ts'
import { getSealPasswords, type SealPurpose } from '#lib/session/secrets.ts'

/** `ttl` in seconds; without it a seal lasts until somebody replaces it. */
type SealRules = { purpose: SealPurpose; ttl?: number }

const FOR_EVER = 0

/** For a seal that lasts; one that a person's browser keeps has its own time (`personal-key.ts`). */
export function seal(content: unknown, { purpose }: { purpose: SealPurpose }): Promise<string> {
  return sealData(content, { password: getSealPasswords(purpose).current, ttl: FOR_EVER })
}

/** What a seal holds, or why it does not open: `expired`, or what none of our secrets could make of it. */
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
 * What a seal holds; null when its time is over, `unreadable` when none of our secrets opens it: a secret was replaced
 * without `APP_SECRET_PREVIOUS`, or somebody has made it up. The log tells the operator which.
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
