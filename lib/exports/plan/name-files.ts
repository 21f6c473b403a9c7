import type { ExportProblem } from '#lib/exports/contract.ts'
import type { Naming } from '#lib/exports/naming/naming.ts'
import type { PlaceholderFacts } from '#lib/exports/naming/person-name.ts'
import { type Rendering, renderingExtension } from '#lib/exports/render/rendering.ts'
import type { Target } from '#lib/exports/targets/target.ts'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { extensionOf } from '#lib/portrait-api/portrait-status.ts'
import { FileNames } from './file-names.ts'

export type NamingOptions = PlaceholderFacts & {
  target: Pick<Target, 'renditions' | 'characters'>
  variant: PhotoVariant
  naming: Naming
}

/** An employee whose photo is in the archive. */
export type Ready = { employee: Employee; editedAt: string }

/** A rendering of null means the service's bytes unchanged. */
type NamedFile = { rendering: Rendering | null; fileName: string }
export type NamedFiles = { filesOf: Map<number, NamedFile[]>; notices: ExportProblem[] }

/** Number of employees named in one slice, which takes some ten milliseconds. */
const SLICE = 250

/**
 * Names the files with all employees in mind, so that no file gets a name that belonged to another employee in an
 * earlier archive.
 */
export function* nameFiles(
  people: readonly Employee[],
  ready: readonly Ready[],
  { target, variant, naming, project, createdAt, timeZone }: NamingOptions,
): Generator<void, NamedFiles> {
  const endings = toForms(target, variant)
  const names = new FileNames(naming, {
    characters: target.characters,
    endings: endings.map(({ ending }) => ending),
    project,
    createdAt,
    timeZone,
  })
  const taken = new Map(ready.map(({ employee, editedAt }) => [employee.id, editedAt]))
  const filesOf = new Map<number, NamedFile[]>()
  for (const [index, employee] of people.toSorted((a, b) => a.id - b.id).entries()) {
    if (index % SLICE === SLICE - 1) yield
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

/** Returns the forms in which a system gets each photo, with the ending of each file name. */
export function toForms(
  { renditions }: Pick<Target, 'renditions'>,
  variant: PhotoVariant,
): { rendering: Rendering | null; ending: string }[] {
  if (renditions.length === 0) return [{ rendering: null, ending: `.${extensionOf(variant)}` }]
  return renditions.map(({ suffix, rendering }) => ({
    rendering,
    ending: `${suffix}.${renderingExtension(rendering)}`,
  }))
}
