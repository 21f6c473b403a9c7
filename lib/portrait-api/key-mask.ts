import { DeskError } from '#lib/errors.ts'

/** Replaces the key where an answer of the service contains it. */
const MASK = '[key]'
/** ASCII as a JSON escape (`\u0041`). This is rare, so few answers are searched in vain. */
const SPELLED_ASCII = /\\u00[2-7]/i
/** Characters that JSON escapes, or may escape, with a backslash. */
const MAY_BE_ESCAPED = /["\\/]/

/**
 * Returns an answer without the key: a service that repeats the key in a name or a reason must not make the desk send
 * it to browsers, files and logs. `text` is the answer as received; an answer that cannot contain the key costs only a
 * search.
 */
export function withoutKey(answer: unknown, { key, text }: { key: string; text: string }): unknown {
  const escaped = SPELLED_ASCII.test(text) || (MAY_BE_ESCAPED.test(key) && text.includes('\\'))
  return escaped || text.includes(key) ? mask(answer, key) : answer
}

function mask(value: unknown, key: string): unknown {
  if (typeof value === 'string') return value.replaceAll(key, MASK)
  if (Array.isArray(value)) return value.map(item => mask(item, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.replaceAll(key, MASK), mask(item, key)]),
  )
}

/**
 * Throws `invalid` for a body that contains the mask, by field. Saving or restoring a shown value would replace the
 * real value, which only the service has, with the mask.
 */
export function refuseMask(body: unknown): void {
  const fields = findMask(body)
  if (fields.length === 0) return
  const errors = Object.fromEntries(fields.map(field => [field, [MASKED_REASON]]))
  throw new DeskError('invalid', { sentence: MASKED_REASON, errors })
}

/** In English like the service's own reasons; `service-reasons.ts` translates it. */
const MASKED_REASON = 'This holds a mask in the place of a secret.'

function findMask(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return value.includes(MASK) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => findMask(item, [...path, name]))
}
