import 'server-only'
import { DestinationError } from './destination.ts'

/** Throws `nobody_found` for a missing entry, because that concerns one person only. */
export function ofThisEntry(error: unknown): never {
  if (error instanceof DestinationError && error.code === 'no_such_place')
    throw new DestinationError('nobody_found', { cause: error })
  throw error
}

/** Returns an empty result for a search where the account sees nothing. */
export function orNothing(error: unknown): [] {
  if (
    error instanceof DestinationError &&
    ['no_such_place', 'not_allowed', 'refers_elsewhere'].includes(error.code)
  )
    return []
  throw error
}
