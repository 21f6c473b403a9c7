import { type ErrorCode, toFailure } from '#lib/errors.ts'

/** With the project, the right to look at it, the session or the connection, what is shown of it goes as well. */
const GONE: readonly ErrorCode[] = [
  'not_found',
  'forbidden',
  'signed_out',
  'other_account',
  'not_connected',
  'key_unreadable',
]

type Read<Data> = { data: Data | undefined; error: Error | null }

/** What was read stays when it cannot be read once more, unless nobody may see it any more. */
export function toShown<Data>({ data, error }: Read<Data>): Data | undefined {
  return isGone(error) ? undefined : data
}

export function isGone(error: Error | null): boolean {
  return error !== null && GONE.includes(toFailure(error).code)
}
