import type { Context } from 'hono'
import type { z } from 'zod'
import { invalidInput, toFieldErrors } from '../http/invalid-input.ts'
import { readJson } from '../http/read-json.ts'

/** The checked body of a control call: JSON, the fields of a form, or nothing at all. */
export async function readInput<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const result = schema.safeParse(await readBody(c))
  if (!result.success) throw invalidInput(toFieldErrors(result.error))
  return result.data
}

async function readBody(c: Context): Promise<unknown> {
  if (isForm(c)) return c.req.parseBody({ dot: true })
  const type = c.req.header('content-type')
  return type === undefined || type.startsWith('text/plain') ? {} : readJson(c.req.raw)
}

export function isForm(c: Context): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(
    c.req.header('content-type') ?? '',
  )
}
