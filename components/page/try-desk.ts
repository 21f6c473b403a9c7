import { DeskError, type Failure, toFailure } from '#lib/errors.ts'

/** What came of a read: its data, or why not. */
export type Outcome<Data> = { data: Data; error?: never } | { data?: never; error: Failure }

/**
 * Runs a page's read. An error that crosses from a server component to the browser loses its code, so pages turn it
 * into an outcome first. What is no DeskError (a redirect, a bug) goes on.
 */
export async function tryDesk<Data>(read: () => Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { data: await read() }
  } catch (thrown) {
    if (thrown instanceof DeskError) return { error: toFailure(thrown) }
    throw thrown
  }
}
