import 'server-only'
import { z } from 'zod'

/** A column that holds JSON. */
export function json<Schema extends z.core.$ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
}
