import { type Naming, namingSchema } from '#lib/exports/naming/naming.ts'
import { PLACEHOLDERS, splitTemplate } from '#lib/exports/naming/template.ts'
import { atOnce } from '#lib/in-slices.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { toVersion } from '#lib/portrait-api/portrait-status.ts'
import type { GivenPhoto } from '#lib/store/given-photos.ts'
import { type NamedFiles, type NamingOptions, nameFiles, type Ready, toForms } from './name-files.ts'

type Options = Omit<NamingOptions, 'naming' | 'createdAt'> & {
  /** Number of the project's records that could not be read; any above zero makes the names uncertain. */
  unreadable: number
}

/** The naming rules of one download. */
type Rules = Pick<GivenPhoto, 'naming' | 'createdAt'>

type NamesNow = {
  isRenamed(employeeId: number, given: GivenPhoto): boolean
  /** The names of an employee's files by these rules, without folders; none without a photo that may be used. */
  of(employeeId: number, rules: Rules): string[]
}

/**
 * Computes the current file names, and whether an employee's delivered files have another name now by the rules of
 * their download. After a correction of number or name, the system may take the old name for another employee. Folders
 * do not count, and a target whose forms have changed cannot be compared. `people` are all of the project, because
 * names are assigned across all employees.
 */
export function readNamesNow(people: readonly Employee[], options: Options): NamesNow {
  const forms = toForms(options.target, options.variant)
  const ready = people.flatMap((employee): Ready[] => {
    const editedAt = toVersion(employee, options.variant)
    return editedAt === null ? [] : [{ employee, editedAt }]
  })
  const known = new Map<string, NamedFiles['filesOf']>()
  const filesBy = ({ naming, createdAt }: Rules) => {
    const rules = namingSchema.safeParse(naming)
    if (!rules.success) return null
    const key = JSON.stringify([rules.data, hasDay(rules.data) ? createdAt : ''])
    const files =
      known.get(key) ??
      atOnce(nameFiles(people, ready, { ...options, naming: rules.data, createdAt: new Date(createdAt) }))
        .filesOf
    known.set(key, files)
    return files
  }
  const of = (employeeId: number, rules: Rules) =>
    filesBy(rules)
      ?.get(employeeId)
      ?.map(({ fileName }) => withoutFolder(fileName)) ?? []
  return {
    of,
    isRenamed(employeeId, given) {
      const names = new Set(given.fileNames.map(withoutFolder))
      const isComparable =
        options.unreadable === 0 &&
        names.size === forms.length &&
        forms.every(({ ending }) => given.fileNames.some(name => name.endsWith(ending)))
      return isComparable && !of(employeeId, given).every(name => names.has(name))
    },
  }
}

/** Names that contain the day of the download differ each day. */
function hasDay({ template }: Naming): boolean {
  return splitTemplate(template, PLACEHOLDERS).some(
    part => 'placeholder' in part && part.placeholder === 'date',
  )
}

export function withoutFolder(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
