import type { ExportProblem } from '#lib/exports/contract.ts'
import type { Naming } from '#lib/exports/naming/naming.ts'
import { isHeldBackCode, toProblem, toUnreadable, whyNotReady } from '#lib/exports/problems.ts'
import { type Rendering, renderingExtension } from '#lib/exports/render/rendering.ts'
import type { Target } from '#lib/exports/targets/target.ts'
import type { PhotoSize } from '#lib/photo-store/photo-size.ts'
import type { Employee, ImageSize, PhotoVariant, Project } from '#lib/portrait-api/contract.ts'
import { extensionOf, toVersion } from '#lib/portrait-api/portrait-status.ts'
import { assignParts } from './assign-parts.ts'
import { FileNames } from './file-names.ts'
import { type PlanScope, selectInScope } from './scope.ts'
import { chooseSize } from './source-size.ts'

export type PlanOptions = {
  scope: PlanScope
  /** Records of the project that could not be read: nobody knows whose they are. */
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
  /** One file each; a rendering of null means the service's bytes as they are. */
  renditions: { rendering: Rendering | null; fileName: string }[]
  /** From 1; by numbers of photos alone, because bytes are known only later. */
  part: number
}

type Ready = Pick<PlannedPhoto, 'employee' | 'editedAt'>

type NamingOptions = Pick<PlanOptions, 'target' | 'variant' | 'naming' | 'project' | 'createdAt' | 'timeZone'>

export type ExportPlan = {
  /** By employee id. */
  entries: PlannedPhoto[]
  /** Who was asked for by name and cannot be had, whose photo is held back, and what is unusual about the others. */
  problems: ExportProblem[]
  /** Who is in scope but has no photo that could be taken yet. */
  waiting: ExportProblem[]
  parts: number
}

/**
 * Decides, without fetching anything, whose photo goes into the archive, from which source, in which forms and under
 * which names. Pure: the same people and options give the same plan. Everybody in scope is an entry, waits, or is a
 * problem; nobody is lost, and of whom nothing could be read it is said how many they are.
 */
export function planExport(people: readonly Employee[], options: PlanOptions): ExportPlan {
  const { scope, variant, unreadable } = options
  const inScope = selectInScope(people, scope)
  const ready = inScope.flatMap(employee => {
    const editedAt = toVersion(employee, variant)
    return editedAt && !isKnown(employee, editedAt, scope) ? [{ employee, editedAt }] : []
  })
  const notReady = inScope
    .filter(employee => toVersion(employee, variant) === null)
    .map(employee => toProblem(employee, whyNotReady(employee, variant), null))
  const { entries, notices } = nameAll(people, ready, options)
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

function nameAll(
  people: readonly Employee[],
  ready: Ready[],
  options: PlanOptions,
): { entries: PlannedPhoto[]; notices: ExportProblem[] } {
  const { target, variant, size, sizes } = options
  const source = { variant, size: chooseSize(size, target.renditions, sizes) }
  const { filesOf, notices } = nameFiles(people, ready, options)
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

/** Names are given over everybody, so that nobody's file has the name that was somebody else's in an earlier archive. */
export function nameFiles(
  people: readonly Employee[],
  ready: readonly Ready[],
  { target, variant, naming, project, createdAt, timeZone }: NamingOptions,
): { filesOf: Map<number, PlannedPhoto['renditions']>; notices: ExportProblem[] } {
  const forms = target.renditions.length > 0 ? target.renditions : [{ suffix: '', rendering: null }]
  const endings = forms.map(({ suffix, rendering }) => {
    const extension = rendering ? renderingExtension(rendering) : extensionOf(variant)
    return { rendering, ending: `${suffix}.${extension}` }
  })
  const names = new FileNames(naming, {
    characters: target.characters,
    endings: endings.map(({ ending }) => ending),
    project,
    createdAt,
    timeZone,
  })
  const taken = new Map(ready.map(({ employee, editedAt }) => [employee.id, editedAt]))
  const filesOf = new Map<number, PlannedPhoto['renditions']>()
  for (const employee of people.toSorted((a, b) => a.id - b.id)) {
    const editedAt = taken.get(employee.id)
    if (editedAt === undefined) {
      names.reserve(employee)
      continue
    }
    const path = names.take(employee, editedAt)
    filesOf.set(
      employee.id,
      endings.map(({ rendering, ending }) => ({ rendering, fileName: path + ending })),
    )
  }
  return { filesOf, notices: names.notices() }
}

function isKnown(employee: Employee, editedAt: string, scope: PlanScope): boolean {
  return scope.kind === 'since' && scope.editedAt.get(employee.id) === editedAt
}

function unknownPeople(people: readonly Employee[], wanted: number[]): ExportProblem[] {
  const known = new Set(people.map(({ id }) => id))
  return [...new Set(wanted)]
    .filter(id => !known.has(id))
    .map(id => ({ employee_id: id, mitarbeiternummer: '', name: '', code: 'not_found', file_name: null }))
}
