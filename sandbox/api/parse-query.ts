import { z } from 'zod'
import { invalidInput, toFieldErrors } from '../http/invalid-input.ts'
import type { ApiContext } from './admit.ts'

/** Ignores query parameters that the specification does not name, as services usually do. */
export function parseQuery<Schema extends z.ZodType>(c: ApiContext, schema: Schema): z.infer<Schema> {
  const result = schema.safeParse(c.req.query())
  if (!result.success) throw invalidInput(toFieldErrors(result.error))
  return result.data
}

/** A whole number in a URL: digits only, so `1e2`, ` 5`, `+5` and the empty text are refused. */
export function wholeNumber(min: number, max: number) {
  const message = `This must be an integer of at least ${min}${max < Number.MAX_SAFE_INTEGER ? ` and at most ${max}` : ''}.`
  return z
    .string()
    .regex(/^\d+$/, { message, abort: true })
    .transform(Number)
    .pipe(z.number(message).min(min, message).max(max, message))
}
