import 'server-only'
import type { z } from 'zod/mini'
import { DeskError, type ErrorCode, type FieldErrors } from '#lib/errors.ts'

/** Room for 200 employees with every field at its maximum length in four-byte characters. */
const BODY_MAX_BYTES = 1024 * 1024
/**
 * So much more is taken and dropped. Whoever reads an answer only after sending everything, as browsers do, would else wait
 * for a connection that nobody empties, and lose the answer when it is reset (RFC 9112, section 9.6).
 */
export const DROPPED_MAX_BYTES = 12 * 1024 * 1024

/** Parses, or throws the code with a reason for each field; batches give `employees.<index>.<field>`. */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  code: ErrorCode = 'invalid',
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const fields =
      issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key]) : [issue.path]
    for (const field of fields) {
      const name = field.join('.') || 'body'
      errors[name] = [...(errors[name] ?? []), issue.message]
    }
  }
  throw new DeskError(code, { errors })
}

/** Query parameters; one that is given twice is refused, because the service and we might choose differently. */
export function readQuery(url: string): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(query, name)) throw new DeskError('invalid', { errors: { [name]: ['Given twice.'] } })
    query[name] = value
  }
  return query
}

/** Reads a JSON body of at most 1 MiB, or what a handler allows, counted while it comes in. Never keeps more. */
export async function readJsonBody(request: Request, maxBytes = BODY_MAX_BYTES): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' || !request.body) throw new DeskError('invalid_json')
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of request.body) {
    received += chunk.byteLength
    if (received <= maxBytes) chunks.push(chunk)
    if (received > maxBytes + DROPPED_MAX_BYTES) break
  }
  if (received > maxBytes) throw new DeskError('body_too_large')
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new DeskError('invalid_json')
  }
}
