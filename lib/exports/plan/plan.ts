import type { ExportProblem } from '#lib/exports/contract.ts'
import type { Naming } from '#lib/exports/naming/naming.ts'
import { isHeldBackCode, toProblem, toUnreadable, whyNotReady } from '#lib/exports/problems.ts'
import type { Rendering } from '#lib/exports/render/rendering.ts'
import type { Target } from '#lib/exports/targets/target.ts'
import type { PhotoSize } from '#lib/photo-store/photo-size.ts'
import type { Employee, ImageSize, PhotoVariant, Project } from '#lib/portrait-api/contract.ts'
import { isSameVersion } from '#lib/portrait-api/photo-version.ts'
import { toVersion } from '#lib/portrait-api/portrait-status.ts'
import { assignParts } from './assign-parts.ts'
import { nameFiles, type Ready } from './name-files.ts'
import { readNamesNow } from './names-now.ts'
import { type PlanScope, selectInScope } from './scope.ts'
import { chooseSize } from './source-size.ts'

export type PlanOptions = {
  scope: PlanScope
  /** Number of the project's records that could not be read, so that their owners are unknown. */
  unreadable: number
  target: Target
  variant: PhotoVariant
  size: number | null | 'auto'
  naming: Naming
  /** The configured sizes of the service. */
  sizes: ImageSize[]
  project: Pick<Project, 'projektnummer' | 'name'>
  createdAt: Date
  timeZone: string
}

export type PlannedPhoto = {
  employee: Employee
  editedAt: string
  source: { variant: PhotoVariant; size: PhotoSize }
  /** One file each; a rendering of null means the service's bytes unchanged. */
  renditions: { rendering: Rendering | null; fileName: string }[]
  /** Counted from 1; assigned by the number of photos alone, because bytes are known only later. */
  part: number
}

export type ExportPlan = {
  /** Ordered by employee id. */
  entries: PlannedPhoto[]
  /** Requested employees who are missing, photos that are held back, and notices about the others. */
  problems: ExportProblem[]
  /** Employees in scope without a photo that could be used yet. */
  waiting: ExportProblem[]
  parts: number
}

/**
 * Decides, without fetching anything, which photos go into the archive, with their sources, forms and names. Pure: the
 * same people and options give the same plan. Each employee in scope is an entry, waits, or is a problem, so none is
 * lost. Unreadable records are counted.
 */
export function* planExport(people: readonly Employee[], options: PlanOptions): Generator<void, ExportPlan> {
  const { scope, variant, unreadable } = options
  const inScope = selectInScope(people, scope)
  const names = readNamesNow(people, options)
  const ready = inScope.flatMap(employee => {
    const editedAt = toVersion(employee, variant)
    const given = scope.kind === 'since' ? scope.given.get(employee.id) : undefined
    const isKnown = given && isSameVersion(given.editedAt, editedAt) && !names.isRenamed(employee.id, given)
    return editedAt && !isKnown ? [{ employee, editedAt }] : []
  })
  const notReady = inScope
    .filter(employee => toVersion(employee, variant) === null)
    .map(employee => toProblem(employee, whyNotReady(employee, variant), null))
  const { entries, notices } = yield* nameAll(people, ready, options)
  const named = scope.kind === 'people'
  const isTold = ({ code }: ExportProblem) => named || isHeldBackCode(code)
  const unknown = named ? unknownPeople(people, scope.employee_ids) : []
  const concerned = !named || unknown.length > 0
  return {
    entries,
    problems: [
      ...(concerned ? toUnreadable(unreadable) : []),
      ...notReady.filter(isTold),
      ...unknown,
      ...notices,
    ],
    waiting: notReady.filter(problem => !isTold(problem)),
    parts: Math.max(0, ...entries.map(({ part }) => part)),
  }
}

function* nameAll(
  people: readonly Employee[],
  ready: Ready[],
  options: PlanOptions,
): Generator<void, { entries: PlannedPhoto[]; notices: ExportProblem[] }> {
  const { target, variant, size, sizes } = options
  const source = { variant, size: chooseSize(size, target.renditions, sizes) }
  const { filesOf, notices } = yield* nameFiles(people, ready, options)
  const parts = assignParts(
    ready.map(({ employee }) => ({ files: filesOf.get(employee.id)?.length ?? 0, bytes: 0 })),
    target.limits,
  )
  const entries = ready.map(({ employee, editedAt }, index): PlannedPhoto => {
    const renditions = filesOf.get(employee.id) ?? []
    return { employee, editedAt, source, renditions, part: parts[index] ?? 1 }
  })
  return { entries, notices }
}

function unknownPeople(people: readonly Employee[], wanted: number[]): ExportProblem[] {
  const known = new Set(people.map(({ id }) => id))
  return [...new Set(wanted)]
    .filter(id => !known.has(id))
    .map(id => ({ employee_id: id, mitarbeiternummer: '', name: '', code: 'not_found', file_name: null }))
}
