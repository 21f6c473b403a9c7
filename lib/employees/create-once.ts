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
 * Creates employees exactly once, even when answers are lost. A conflict is sent again. After a lost answer the emails
 * are looked up first: existing employees were created; missing ones are sent once more. If the first call then arrives
 * late, the service refuses the second one, and another look-up finds the employees. A create that the service has
 * confirmed is never sent again, even if its answer was unreadable: employees that cannot be found then are
 * `outcome_unknown`. For a call in doubt, null replaces an employee who no longer exists. See
 * docs/decisions/012-lost-answers-of-writes.md.
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
    /** The same call was made before with unknown outcome, for example by a desk that was stopped. */
    inDoubt?: boolean
    /**
     * Throws when the employees found for a call in doubt belong to another write: then it was not done, and is not
     * sent.
     */
    requireOwn?: ((found: (Employee | null)[]) => Promise<void>) | undefined
    /** The lane of the look-ups. */
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
      // The second call was never sent, so only the first one may still happen.
      if (lost && error instanceof DeskError && error.neverSent) throw lost
      // Some services refuse an existing email with a bare conflict.
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
