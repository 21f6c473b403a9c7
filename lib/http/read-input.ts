import 'server-only'
import type { z } from 'zod/mini'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import { type BodyLimits, parseJson } from './parse-json.ts'
import { FIELDS_TOLD_MAX } from './responses.ts'

/** 200 employees with every field at its maximum length in four-byte characters, or 100,000 numbers of people. */
const BODY_LIMITS: BodyLimits = { bytes: 1024 * 1024, values: 101_000, fields: 5_000 }
/** What somebody may send who is not signed in. */
export const FORM_LIMITS: BodyLimits = { bytes: 16 * 1024, values: 100, fields: 100 }
/**
 * So much of what nobody reads is taken and dropped. Whoever reads an answer only after sending everything, as browsers do, would else wait
 * for a connection that nobody empties, and lose the answer when it is reset (RFC 9112, section 9.6).
 */
export const DROPPED_MAX_BYTES = 8 * 1024 * 1024

/** Parses, or throws the code with a reason for each field; batches give `employees.<index>.<field>`. */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  code: ErrorCode = 'invalid',
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const reasons = new Map<string, string[]>()
  for (const issue of parsed.error.issues)
    for (const [path, reason] of explain(issue)) {
      const field = path.join('.') || 'body'
      reasons.set(field, [...(reasons.get(field) ?? []), reason])
    }
  throw new DeskError(code, { errors: Object.fromEntries(reasons) })
}

/** Fields that nobody knows are one issue of zod, whose sentence holds all their names: each gets a short one of its own. */
function explain(issue: z.core.$ZodIssue): [path: PropertyKey[], reason: string][] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path, issue.message]]
  return issue.keys.slice(0, FIELDS_TOLD_MAX + 1).map(key => [[...issue.path, key], 'Unknown field.'])
}

/** Query parameters; one that is given twice is refused, because the service and we might choose differently. */
export function readQuery(url: string): Record<string, string> {
  const query = new Map<string, string>()
  for (const [name, value] of new URL(url).searchParams) {
    if (query.has(name)) throw new DeskError('invalid', { errors: { [name]: ['Given twice.'] } })
    query.set(name, value)
  }
  return Object.fromEntries(query)
}

/** Reads a JSON body within its limits, counted while it comes in. Never keeps more. */
export async function readJsonBody(request: Request, limits = BODY_LIMITS): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' || !request.body) throw new DeskError('invalid_json')
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of request.body.values({ preventCancel: true })) {
    received += chunk.byteLength
    if (received > limits.bytes) break
    chunks.push(chunk)
  }
  if (received > limits.bytes) throw new DeskError('body_too_large')
  return parseJson(Buffer.concat(chunks), limits)
}

/** Before a request is refused: takes what of its body nobody has read. */
export async function dropBody({ body }: Request): Promise<void> {
  if (!body) return
  let dropped = 0
  try {
    for await (const chunk of body) {
      dropped += chunk.byteLength
      if (dropped > DROPPED_MAX_BYTES) return
    }
  } catch {
    // Who sent it has left, or it has been read.
  }
}
