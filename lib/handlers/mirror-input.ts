import 'server-only'
import type { z } from 'zod/mini'
import { DeskError } from '#lib/errors.ts'
import { FIELDS_TOLD_MAX, readJsonBody } from '#lib/http/read-input.ts'
import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/terms.ts'

/**
 * Input for the mirror (`/api/v1`) is passed on unchanged: the service judges it. The desk refuses only what would
 * endanger it, or what it could not pass on exactly. Refusals have the shape and the language of the specification
 * (section 7). See docs/decisions/035-the-service-judges-input.md.
 */
const PARAMETERS_MAX = 20
const PARAMETER_CHARACTERS_MAX = 1000
/** Names with a meaning for every JavaScript object, here and maybe at the service. */
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads any JSON. Invalid JSON gives 422, like anything that the service cannot read. */
export async function readMirrorBody(request: Request): Promise<unknown> {
  const body = await readJsonBody(request).catch(toUnreadable)
  const errors = new Map<string, string[]>()
  for (const [path, reason] of findUnsafe(body)) {
    errors.set(path, [reason])
    if (errors.size === FIELDS_TOLD_MAX) break
  }
  if (errors.size > 0) throw invalid(Object.fromEntries(errors))
  return body
}

/**
 * Returns the entries of a create that is a list; null for a single employee. A call with a list costs one of the rate
 * limit.
 */
export function readEntries(body: unknown): { entries: unknown[]; beside: object } | null {
  if (typeof body !== 'object' || body === null || !('employees' in body)) return null
  const { employees, ...beside } = body
  if (!Array.isArray(employees)) return null
  if (employees.length > EMPLOYEES_PER_CREATE)
    throw invalid({ employees: [`This must be a list of 1 to ${EMPLOYEES_PER_CREATE} employees.`] })
  return { entries: employees, beside }
}

/** Returns the query unchanged: the service judges unknown and repeated names. */
export function readMirrorQuery(url: string): URLSearchParams {
  const { searchParams } = new URL(url)
  const isTooLong = [...searchParams].some(parts => parts.join().length > PARAMETER_CHARACTERS_MAX)
  if (searchParams.size > PARAMETERS_MAX || isTooLong)
    throw invalid({ query: ['These are too many parameters, or too long ones.'] })
  return searchParams
}

/** Returns the query as the desk understands it; null when only the service can interpret it. */
export function findKnownQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  search: URLSearchParams,
): z.output<Schema> | null {
  const query = Object.fromEntries(search)
  if (Object.keys(query).length < search.size) return null
  return schema.safeParse(query).data ?? null
}

function toUnreadable(error: unknown): never {
  if (!(error instanceof DeskError) || error.code !== 'invalid_json') throw error
  throw invalid(error.errors ?? { body: ['The body is not valid JSON.'] })
}

/** Yields by path what cannot be passed on: names of prototypes, and numbers that would lose precision. */
function* findUnsafe(value: unknown, path: string[] = []): Generator<[path: string, reason: string]> {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    yield [path.join('.') || 'body', 'This number is too large to be passed on exactly.']
  if (typeof value !== 'object' || value === null) return
  for (const [name, item] of Object.entries(value)) {
    const here = [...path, name]
    if (PROTOTYPE_NAMES.has(name)) yield [here.join('.'), 'This name is not allowed.']
    else yield* findUnsafe(item, here)
  }
}

function invalid(errors: Record<string, string[]>): DeskError {
  const sentence = Object.values(errors)[0]?.[0]
  return new DeskError('invalid', { sentence, errors })
}
