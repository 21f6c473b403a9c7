import type { FullConfig } from '@playwright/test'
import { ensureBuilt } from '#scripts/setup.mjs'
import { startPracticeDesk } from './practice-desk.ts'

/** One built desk for each parallel worker. The desks outlive their workers, which begin with a reset. */
export default async function startDesks({ workers }: FullConfig): Promise<() => Promise<void>> {
  await ensureBuilt()
  const starts = Array.from({ length: workers }, (_, place) => startPracticeDesk(place))
  const stop = async () => {
    for (const started of await Promise.allSettled(starts))
      if (started.status === 'fulfilled') await started.value.stop()
  }
  // A failed start stops all the others.
  await Promise.all(starts).catch(async error => {
    await stop()
    throw error
  })
  return stop
}
