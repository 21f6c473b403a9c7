'use client'

import { createSessionValue } from '#components/page/session-value.ts'

/** Which changes of people somebody has asked for and not sent yet: in this tab, over leaving the import and reloading it. */
const kept = createSessionValue(
  'import-updates',
  async () => (await import('./kept-updates-schema.ts')).keptUpdatesSchema,
  {},
)

/** Resolves when what was asked for before can be read. */
export function loadUpdates(): Promise<void> {
  return kept.load()
}

export function findUpdates(importId: string): ReadonlySet<number> {
  return new Set(kept.get()[importId])
}

export function keepUpdates(importId: string, rows: ReadonlySet<number>): void {
  kept.set(all => ({ ...all, [importId]: [...rows] }))
}
