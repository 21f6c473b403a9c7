import type { FieldErrors } from '#lib/errors.ts'

/** Upper bound of what can be useful: one call has 200 employees of five fields each. */
const FIELDS_MAX = 1000
const REASONS_MAX = 5
const TEXT_MAX = 500
const NAME_MAX = 100
const DEPTH_MAX = 6

/** The content of an error body. All texts are bounded. */
export type ErrorSaying = {
  code: string | null
  sentence: string | null
  /** Reasons by field, named as in specification section 7. */
  errors: FieldErrors
  /** Reasons that name no field. */
  reasons: string[]
}

/**
 * Reads an error body of any usual form: that of specification section 7, which is given for 422 only, and those of
 * similar services. These are `error`, `error.message`, `detail`, RFC 9457, and `errors` as texts, lists, nested
 * objects, or entries that name their field. Unreadable parts are left out.
 */
export function readErrorBody(body: unknown): ErrorSaying {
  const outer = toRecord(body)
  const inner = toRecord(outer.error)
  const errors = new Map<string, string[]>()
  collect(outer.errors ?? inner.errors, { path: '', depth: 0, errors })
  const reasons = errors.get('') ?? []
  errors.delete('')
  const sentences = [outer.message, outer.detail, inner.message, inner.detail, outer.error, outer.title, body]
  return {
    code: firstText([outer.code, inner.code, outer.error]),
    sentence: firstText(sentences),
    errors: Object.fromEntries(errors),
    reasons,
  }
}

type Place = { path: string; depth: number; errors: Map<string, string[]> }

function collect(value: unknown, { path, depth, errors }: Place): void {
  // A field may contain its reason as an object; the top level contains the fields.
  const reason = toText(value) ?? (depth > 0 ? reasonOf(value) : null)
  if (reason !== null) add(errors, join(path, fieldOf(value)), reason)
  else if (typeof value === 'object' && value !== null && depth < DEPTH_MAX)
    for (const [name, item] of Object.entries(value)) {
      // Reasons in a list belong to the list's field. Other items of a list get their index as a name.
      const isListed = Array.isArray(value) && (toText(item) !== null || reasonOf(item) !== null)
      collect(item, { path: isListed ? path : join(path, name), depth: depth + 1, errors })
    }
}

/** The reason of an entry such as `{ field: 'email', message: 'Taken.' }`, the form of some services. */
function reasonOf(entry: unknown): string | null {
  const { message, reason, detail } = toRecord(entry)
  return firstText([message, reason, detail])
}

function fieldOf(entry: unknown): string {
  const { field, name, path, pointer } = toRecord(entry)
  return firstText([field, name, path, pointer]) ?? ''
}

function add(errors: Map<string, string[]>, path: string, reason: string): void {
  const name = path.slice(0, NAME_MAX)
  const reasons = errors.get(name) ?? []
  if (reasons.length >= REASONS_MAX || (reasons.length === 0 && errors.size >= FIELDS_MAX)) return
  errors.set(name, [...reasons, reason])
}

/** Joins a path, normalized: `employees[1][email]` and `#/employees/1/email` become `employees.1.email`. */
function join(path: string, name: string): string {
  const plain = name.replace(/^#?\//, '').replaceAll('/', '.').replaceAll(']', '').replaceAll('[', '.')
  return path && plain ? `${path}.${plain}` : path || plain
}

function firstText(values: unknown[]): string | null {
  return values.map(toText).find(text => text !== null) ?? null
}

function toText(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length <= TEXT_MAX) return text === '' ? null : text.toWellFormed()
  return `${text.slice(0, TEXT_MAX - 1).toWellFormed()}…`
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
