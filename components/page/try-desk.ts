import { DeskError, type Failure, toFailure } from '#lib/errors.ts'

/** Result of a read: its data, or the failure. */
export type Outcome<Data> = { data: Data; error?: never } | { data?: never; error: Failure }

/**
 * Runs a page's read. An error that crosses from a server component to the browser loses its code, so pages turn it
 * into an outcome first. Any other exception (a redirect, a bug) is rethrown.
 */
export async function tryDesk<Data>(read: () => Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { data: await read() }
  } catch (thrown) {
    if (thrown instanceof DeskError) return { error: toFailure(thrown) }
    throw thrown
  }
}
