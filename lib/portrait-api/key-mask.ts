import { DeskError } from '#lib/errors.ts'

/** Stands where the service has said the key. */
const MASK = '[key]'
/** ASCII that JSON spells by number; hardly anybody does, so hardly an answer is looked through for nothing. */
const SPELLED_ASCII = /\\u00[2-7]/i
/** Characters before which JSON puts, or may put, a backslash. */
const MAY_BE_ESCAPED = /["\\/]/

/**
 * An answer of the service without the key: a service that says it in a name or a reason must not make the desk tell it to
 * browsers, files and logs. `text` is the answer as it came; one that cannot hold the key costs no more than a search.
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
 * Throws `invalid` for a body with the mask in it, by field: whoever saves or takes back what they were shown would put the
 * mask in the place of the real value, which only the service has.
 */
export function refuseMask(body: unknown): void {
  const fields = findMask(body)
  if (fields.length === 0) return
  const errors = Object.fromEntries(fields.map(field => [field, [MASKED_REASON]]))
  throw new DeskError('invalid', { sentence: MASKED_REASON, errors })
}

/** In English like the service's own reasons; `service-reasons.ts` knows it. */
const MASKED_REASON = 'This holds a mask in the place of a secret.'

function findMask(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return value.includes(MASK) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => findMask(item, [...path, name]))
}
