import { type ErrorCode, toFailure } from '#lib/errors.ts'

/** Errors after which cached data must not be shown: the project, permission, session or connection is lost. */
const GONE: readonly ErrorCode[] = [
  'not_found',
  'forbidden',
  'signed_out',
  'other_account',
  'not_connected',
  'key_unreadable',
]

type Read<Data> = { data: Data | undefined; error: Error | null }

/** Returns the last data even after a failed read, unless it may no longer be shown. */
export function toShown<Data>({ data, error }: Read<Data>): Data | undefined {
  return isGone(error) ? undefined : data
}

export function isGone(error: Error | null): boolean {
  return error !== null && GONE.includes(toFailure(error).code)
}
