import type { BudgetState } from '#lib/portrait-api/budget.ts'

/** What one call takes when nothing limits it; only the last few are estimated with it. */
const SECONDS_PER_CALL = 0.1

/**
 * Seconds until `remaining` more calls are done. What is free now goes at once; the rest comes at the pace that
 * the service allows (section 8), because that pace, not the network, is what a job waits for.
 */
export function estimateSeconds(remaining: number, budget: BudgetState): number {
  const waiting = Math.max(0, remaining - budget.free)
  const paced = (waiting * budget.windowMs) / budget.limit / 1000
  const paused = budget.free === 0 ? budget.nextFreeMs / 1000 : 0
  return Math.ceil(Math.max(paced, paused) + Math.min(remaining, budget.free) * SECONDS_PER_CALL)
}
