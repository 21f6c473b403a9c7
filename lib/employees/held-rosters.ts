import 'server-only'
import type { DeskError } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { singleton } from '#lib/singleton.ts'
import type { PageReaders } from './read-all-pages.ts'

/** What this desk holds of a project's people in memory, for one key; `roster.ts` reads it. */
export type Held = {
  people: Map<number, Employee>
  /** `people` as an array, the same one until somebody in it changes. */
  list: readonly Employee[]
  /** Whether `people` is not what it was when `list` was made of it. */
  changed: boolean
  total: number | null
  unreadable: number
  /** When the held people were completely read (ms, monotonic); null before the first time. */
  readAt: number | null
  /** When the reading began that they come from (ms since 1970). */
  asOf: number | null
  reading: { done: Promise<void>; readers: PageReaders } | null
  failed: { error: DeskError; at: number } | null
  /** Our own writes while pages are being read; they are newer than the pages. */
  writes: Map<number, Employee | null>
}

/** Everybody whom the desk has in memory for this key, in whatever project. Reads nothing. */
export function listHeldPeople(client: PortraitClient): Employee[] {
  return [...getRosters()].flatMap(([key, { people }]) => (isOf(client, key) ? [...people.values()] : []))
}

/** Puts our own write into the rosters at once; `null` means deleted. */
export function patchRosters(
  client: Pick<PortraitClient, 'keyFingerprint'>,
  employeeId: number,
  employee: Employee | null,
): void {
  for (const [key, held] of getRosters()) {
    if (!isOf(client, key)) continue
    // A page that is on its way may still bring whoever is gone.
    const mayBeHere = held.reading !== null || held.people.has(employeeId)
    if (!(employee ? key === rosterKey(client, employee.project_id) : mayBeHere)) continue
    if (employee) held.people.set(employeeId, employee)
    else held.people.delete(employeeId)
    held.changed = true
    if (held.reading) held.writes.set(employeeId, employee)
  }
}

/** Whoever is held is shown still, and read anew with the next look. */
export function ageRosters(): void {
  for (const held of getRosters().values()) if (held.readAt !== null) held.readAt = Number.NEGATIVE_INFINITY
}

export function getRosters(): Map<string, Held> {
  return singleton('rosters', () => new Map<string, Held>())
}

export function rosterKey(client: Pick<PortraitClient, 'keyFingerprint'>, projectId: number): string {
  return `${client.keyFingerprint}/${projectId}`
}

export function isOf(client: Pick<PortraitClient, 'keyFingerprint'>, key: string): boolean {
  return key.startsWith(`${client.keyFingerprint}/`)
}
