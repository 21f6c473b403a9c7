import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { DeskError } from '#lib/errors.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { findCreated, findCreatedBefore, isLostResponse } from './lost-responses.ts'

/** Section 7: a brief conflict while numbers are assigned; "send again". */
const CONFLICT_ATTEMPTS = 5
const CONFLICT_WAIT_MS = 100

/**
 * Makes employees exactly once, whatever happens to the answers. A conflict is sent again. After a lost answer the
 * e-mails are looked up first: what is there was made; what is not there is sent once more, and should the first
 * call arrive late after all, the service refuses the second one and the look-up tells who was made. What the service said
 * it has done is never sent again, whatever its answer looked like: who cannot be found then is `outcome_unknown`.
 * Of a call that is in doubt, whoever is not there any more is null. See docs/decisions/012-lost-answers-of-writes.md.
 */
export async function createOnce(
  client: PortraitClient,
  {
    projectId,
    inputs,
    send,
    inDoubt = false,
    requireOwn,
    lane = 'interactive',
  }: {
    projectId: number
    inputs: readonly unknown[]
    send: () => Promise<Employee[]>
    /** The same call was made before, by a desk that was stopped, say, and nobody knows what became of it. */
    inDoubt?: boolean
    /** Throws when those who were found of a call in doubt are somebody else's: then it was not done, and is not sent. */
    requireOwn?: ((found: (Employee | null)[]) => Promise<void>) | undefined
    /** Of the look-ups. */
    lane?: Lane
  },
): Promise<(Employee | null)[]> {
  const find = async (isDone = false) => {
    if (!inDoubt || isDone) return findCreated(client, projectId, inputs, { lane, isDone })
    const found = await findCreatedBefore(client, projectId, inputs, { lane })
    if (found) await requireOwn?.(found)
    return found
  }
  const before = inDoubt && (await find())
  if (before) return before
  let resent = inDoubt
  let lost: DeskError | null = null
  for (let conflicts = 0; ; ) {
    try {
      return await send()
    } catch (error) {
      if (error instanceof DeskError && error.code === 'conflict' && ++conflicts < CONFLICT_ATTEMPTS) {
        await wait(Math.random() * CONFLICT_WAIT_MS * 2 ** conflicts)
        continue
      }
      // The second call never left, so what may still happen is the first one's.
      if (lost && error instanceof DeskError && error.neverSent) throw lost
      // Some refuse an e-mail that is taken with a bare conflict.
      const refusedAfterLoss =
        resent && error instanceof DeskError && (error.code === 'invalid' || error.code === 'conflict')
      if (!isLostResponse(error) && !refusedAfterLoss) throw error
      const isDone = error.done
      const created = await find(isDone)
      if (created) return created
      if (isDone) throw new DeskError('outcome_unknown', { cause: error })
      if (resent) throw error
      resent = true
      if (isLostResponse(error)) lost = error
    }
  }
}
