import 'server-only'
import { DestinationError } from './destination.ts'

/** An entry that is not there any more is one person's matter. */
export function ofThisEntry(error: unknown): never {
  if (error instanceof DestinationError && error.code === 'no_such_place')
    throw new DestinationError('nobody_found', { cause: error })
  throw error
}

/** Of a search: nothing where the account sees nothing. */
export function orNothing(error: unknown): [] {
  if (
    error instanceof DestinationError &&
    ['no_such_place', 'not_allowed', 'refers_elsewhere'].includes(error.code)
  )
    return []
  throw error
}
