import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { getMetrics } from '#lib/metrics.ts'
import type { Permit } from './budget-types.ts'
import type { Lane } from './call-line.ts'
import type { Exchange } from './exchange.ts'

/** Measures how long a call waits for its place, and counts calls refused with `busy`. */
export async function measureWait(lane: Lane, wait: () => Promise<Permit>): Promise<Permit> {
  const { budgetWaitSeconds, budgetRefused } = getMetrics()
  const end = budgetWaitSeconds.startTimer({ lane })
  try {
    const permit = await wait()
    end()
    return permit
  } catch (error) {
    if (error instanceof DeskError && error.code === 'busy') budgetRefused.inc()
    throw error
  }
}

/** Counts a call by its status and measures its duration. `template`: the call without ids. */
export async function measureCall(template: string, make: () => Promise<Exchange>): Promise<Exchange> {
  const { calls, callSeconds } = getMetrics()
  const end = callSeconds.startTimer({ call: template })
  let status = 'none'
  try {
    const answer = await make()
    status = String(answer.status)
    return answer
  } finally {
    end()
    calls.inc({ call: template, status })
  }
}
