import type { ArchiveContext, IncludedPhoto } from '#lib/exports/archive-contents.ts'
import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import type { PlanOptions } from '#lib/exports/plan/plan.ts'
import { BUILT_IN_TARGETS } from '#lib/exports/targets/built-in-targets.ts'
import type { Target } from '#lib/exports/targets/target.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { readyEmployee } from './people.ts'

const PROJECT = { projektnummer: '2026-0042', name: 'Mitarbeiterportraits Köln' }
/** Shortly after midnight in Berlin, still the day before in UTC. */
const CREATED_AT = new Date('2026-11-03T23:30:00Z')

/** A built-in target; throws when there is none. */
export function targetOf(id: string): Target {
  const target = BUILT_IN_TARGETS.find(target => target.id === id)
  if (!target) throw new Error(`There is no target ${id}.`)
  return target
}

/** Everybody who is ready, named by number, in the service's own format. */
export function planOptions(changes: Partial<PlanOptions> = {}): PlanOptions {
  const target = changes.target ?? targetOf('number')
  return {
    scope: { kind: 'approved' },
    unreadable: 0,
    target,
    variant: target.variant,
    size: 'auto',
    naming: changes.target ? target.naming : BY_NUMBER,
    sizes: [],
    project: PROJECT,
    createdAt: CREATED_AT,
    timeZone: 'Europe/Berlin',
    ...changes,
  }
}

export function archiveContext(changes: Partial<ArchiveContext> = {}): ArchiveContext {
  const target = changes.target ?? targetOf('number')
  return {
    target,
    naming: target.naming,
    project: PROJECT,
    locale: 'en',
    size: null,
    createdAt: CREATED_AT,
    renewedAt: null,
    timeZone: 'Europe/Berlin',
    part: { number: 1, of: 1 },
    ...changes,
  }
}

export function includedPhoto(
  employee: Partial<Employee> = {},
  { fileName = '000001.jpg', part = 1 }: { fileName?: string; part?: number } = {},
): IncludedPhoto {
  const person = readyEmployee(employee)
  const files = [{ fileName, bytes: 1_234_567, sha256: 'a1'.repeat(32) }]
  return { employee: person, editedAt: person.photo.edited_at ?? '', part, files }
}
