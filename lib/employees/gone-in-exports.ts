import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { singleton } from '#lib/singleton.ts'
import { forgetInExports } from '#lib/store/forget-in-exports.ts'

/**
 * The pause after a run, as a multiple of its duration: each run searches all exports, and many employees may be
 * deleted in a row.
 */
const RESTS = 4
const REST_MAX_MS = 1_000

type Forgetting = { ids: Set<number>; next: Promise<void> | null; last: Promise<void>; restMs: number }

/**
 * Removes deleted employees from all exports, together with those who are deleted during the run before or its pause.
 * Employees who could not be removed are tried again with the next ones, and after each start.
 */
export function forgetGoneInExports(people: readonly number[]): Promise<void> {
  const forgetting = getForgetting()
  for (const id of people) forgetting.ids.add(id)
  forgetting.next ??= forgetNext(forgetting)
  return forgetting.next
}

/** Tries again for employees who could not be removed. */
export async function forgetLeftInExports(): Promise<void> {
  if (getForgetting().ids.size > 0) await forgetGoneInExports([])
}

function getForgetting(): Forgetting {
  return singleton('gone-in-exports', () => ({
    ...{ ids: new Set<number>(), next: null, last: Promise.resolve(), restMs: 0 },
  }))
}

async function forgetNext(forgetting: Forgetting): Promise<void> {
  await forgetting.last.catch(() => {})
  if (forgetting.restMs > 0) await wait(forgetting.restMs)
  forgetting.next = null
  forgetting.last = forget(forgetting)
  await forgetting.last
}

async function forget(forgetting: Forgetting): Promise<void> {
  const ids = [...forgetting.ids]
  forgetting.ids.clear()
  const begun = performance.now()
  try {
    await forgetInExports(ids, { why: 'not_found', entirely: false })
  } catch (error) {
    for (const id of ids) forgetting.ids.add(id)
    throw error
  } finally {
    forgetting.restMs = Math.min(RESTS * (performance.now() - begun), REST_MAX_MS)
  }
}
