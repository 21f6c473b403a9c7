import type { FullConfig } from '@playwright/test'
import { ensureBuilt } from '#scripts/setup.mjs'
import { startPracticeDesk } from './practice-desk.ts'

/** One built desk for each worker that runs at a time. They outlive their workers, which begin by resetting them. */
export default async function startDesks({ workers }: FullConfig): Promise<() => Promise<void>> {
  await ensureBuilt()
  const desks = await Promise.all(Array.from({ length: workers }, (_, place) => startPracticeDesk(place)))
  return async () => void (await Promise.all(desks.map(desk => desk.stop())))
}
