import { z } from 'zod'

/** A whole number as it stands in a URL: digits only, so `1e2`, ` 5`, `+5` and the empty text are refused. */
export function wholeNumber(min: number, max: number) {
  const message = `This must be an integer of at least ${min}${max < Number.MAX_SAFE_INTEGER ? ` and at most ${max}` : ''}.`
  return z
    .string()
    .regex(/^\d+$/, { message, abort: true })
    .transform(Number)
    .pipe(z.number(message).min(min, message).max(max, message))
}
