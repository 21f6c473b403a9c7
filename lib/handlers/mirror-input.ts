import 'server-only'
import type { z } from 'zod/mini'
import { DeskError } from '#lib/errors.ts'
import { FIELDS_TOLD_MAX, readJsonBody } from '#lib/http/read-input.ts'
import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/terms.ts'

/**
 * What the mirror (`/api/v1`) is given goes on as it is: the service is the judge of input. Only what would endanger the
 * desk, or what it could not pass on exactly, is refused here, in the shape and the language of the specification
 * (section 7). See docs/decisions/035-the-service-judges-input.md.
 */
const PARAMETERS_MAX = 20
const PARAMETER_CHARACTERS_MAX = 1000
/** Names that mean something to every object of JavaScript, here and maybe at the service. */
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/** Whatever JSON it is. What is none is 422, as anything that the service cannot read. */
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

/** The entries of a create when it is a list; null for one person. One call takes so many, and costs one of the limit. */
export function readEntries(body: unknown): { entries: unknown[]; beside: object } | null {
  if (typeof body !== 'object' || body === null || !('employees' in body)) return null
  const { employees, ...beside } = body
  if (!Array.isArray(employees)) return null
  if (employees.length > EMPLOYEES_PER_CREATE)
    throw invalid({ employees: [`This must be a list of 1 to ${EMPLOYEES_PER_CREATE} employees.`] })
  return { entries: employees, beside }
}

/** The query as it was written: names that nobody knows, and one name twice, are for the service to judge. */
export function readMirrorQuery(url: string): URLSearchParams {
  const { searchParams } = new URL(url)
  const isTooLong = [...searchParams].some(parts => parts.join().length > PARAMETER_CHARACTERS_MAX)
  if (searchParams.size > PARAMETERS_MAX || isTooLong)
    throw invalid({ query: ['These are too many parameters, or too long ones.'] })
  return searchParams
}

/** The query as the desk understands it, or null: then nobody but the service knows what it means. */
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

/** By path, what cannot go on: names of prototypes, and numbers that would leave the desk as others than they came. */
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
