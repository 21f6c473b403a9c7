import { DeskError } from '#lib/errors.ts'
import { errorAnswer, invalidAnswer } from './contract.ts'
import { parseRetryAfter } from './retry-after.ts'

/** What an error answer of the service means for the desk (specification section 7). */
export function toServiceError(status: number, headers: Headers, body: unknown): DeskError {
  const code = errorAnswer.safeParse(body).data?.code
  switch (status) {
    case 401:
      return new DeskError('key_rejected')
    case 403:
      return new DeskError('no_api_access')
    case 404:
      return new DeskError(code === 'not_available' || code === 'unknown_size' ? code : 'not_found')
    case 409:
      return new DeskError(code === 'not_approved' ? code : 'conflict')
    case 422:
      return toInvalid(body)
    case 429:
      return new DeskError('busy', {
        retryAfterSeconds: Math.ceil(parseRetryAfter(headers.get('retry-after')) / 1000),
      })
    default:
      return new DeskError(status >= 500 ? 'service_unreachable' : 'bad_service_answer', { answered: true })
  }
}

function toInvalid(body: unknown): DeskError {
  const parsed = invalidAnswer.safeParse(body)
  if (!parsed.success) return new DeskError('bad_service_answer', { cause: parsed.error })
  return new DeskError('invalid', { sentence: parsed.data.message, errors: parsed.data.errors })
}
