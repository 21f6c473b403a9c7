import { z } from 'zod/mini'
import { isErrorCode } from '#lib/error-codes.ts'
import { DeskError } from '#lib/errors.ts'

const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  said: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  requestId: z.optional(z.string().check(z.maxLength(64))),
  current: z.optional(z.unknown()),
})

/** Parses an error answer of our own handlers. Anything else, such as a proxy's page, is `desk_unreachable`. */
export function parseErrorBody(body: unknown, headers = new Headers()): DeskError {
  const parsed = errorBodySchema.safeParse(body)
  if (!parsed.success || !isErrorCode(parsed.data.code)) return new DeskError('desk_unreachable')
  const retryAfterSeconds = Number(headers.get('retry-after'))
  const { code, said, errors, values, requestId, current } = parsed.data
  return new DeskError(code, {
    sentence: said,
    requestId,
    current,
    ...(errors && { errors }),
    ...(values && { values }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  })
}
