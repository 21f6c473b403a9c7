import 'server-only'
import type { DeskError } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { singleton } from '#lib/singleton.ts'
import type { PageReaders } from './read-all-pages.ts'

/** A project's employees in this desk's memory, for one key; `roster.ts` reads them. */
export type Held = {
  people: Map<number, Employee>
  /** `people` as an array, the same one until an employee in it changes. */
  list: readonly Employee[]
  /** True when `people` has changed since `list` was made. */
  changed: boolean
  total: number | null
  unreadable: number
  /** When the employees were last read completely (ms, monotonic); null before the first time. */
  readAt: number | null
  /** When that reading began (ms since 1970). */
  asOf: number | null
  reading: { done: Promise<void>; readers: PageReaders } | null
  failed: { error: DeskError; at: number } | null
  /** This desk's writes while pages are being read; they are newer than the pages. */
  writes: Map<number, Employee | null>
}

/** Lists all employees in memory for this key, of all projects. Reads nothing. */
export function listHeldPeople(client: PortraitClient): Employee[] {
  return [...getRosters()].flatMap(([key, { people }]) => (isOf(client, key) ? [...people.values()] : []))
}

/** Applies a write of this desk to the rosters at once; `null` means deleted. */
export function patchRosters(
  client: Pick<PortraitClient, 'keyFingerprint'>,
  employeeId: number,
  employee: Employee | null,
): void {
  for (const [key, held] of getRosters()) {
    if (!isOf(client, key)) continue
    // A page in flight may still contain a deleted employee.
    const mayBeHere = held.reading !== null || held.people.has(employeeId)
    if (!(employee ? key === rosterKey(client, employee.project_id) : mayBeHere)) continue
    if (employee) held.people.set(employeeId, employee)
    else held.people.delete(employeeId)
    held.changed = true
    if (held.reading) held.writes.set(employeeId, employee)
  }
}

/** Marks all rosters as outdated: they are still shown, and read again at the next access. */
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
