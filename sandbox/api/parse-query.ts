import type { z } from 'zod'
import { invalidInput, toFieldErrors } from '../http/invalid-input.ts'
import type { ApiContext } from './api-env.ts'

/** Query parameters that the specification does not name are let pass, as a service of its kind does. */
export function parseQuery<Schema extends z.ZodType>(c: ApiContext, schema: Schema): z.infer<Schema> {
  const result = schema.safeParse(c.req.query())
  if (!result.success) throw invalidInput(toFieldErrors(result.error))
  return result.data
}
