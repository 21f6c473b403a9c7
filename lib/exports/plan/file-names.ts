import type { ExportProblem } from '#lib/exports/contract.ts'
import type { Naming } from '#lib/exports/naming/naming.ts'
import { type PlaceholderFacts, toLetterCase, toPersonName } from '#lib/exports/naming/person-name.ts'
import { parseTemplate, type TemplatePart } from '#lib/exports/naming/template.ts'
import { toAscii } from '#lib/exports/naming/transliterate.ts'
import { foldName, UniqueNames } from '#lib/exports/naming/unique-names.ts'
import { type NoticeCode, toProblem } from '#lib/exports/problems.ts'
import type { Characters } from '#lib/exports/targets/target.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { toKnownStatus } from '#lib/portrait-api/terms.ts'
import { withoutInvisible } from '#lib/text/invisible.ts'
import { toSafeStem } from '#lib/text/safe-name.ts'

/** Folder for last names that do not start with a letter. */
const NO_LETTER = '_'

type FileNamesOptions = PlaceholderFacts & {
  characters: Characters
  /** Endings of a name, such as `.jpg`; several when an employee has several files. */
  endings: readonly string[]
}

type Named = { employee: Employee; path: string; codes: Set<NoticeCode>; wanted: string }

/**
 * Names the files of one export across all parts, and collects notices. The employee named first gets a name that two
 * would have. All employees of the project must therefore be named each time and in the same order, or the name would
 * move to another one.
 */
export class FileNames {
  readonly #naming: Naming
  readonly #options: FileNamesOptions
  readonly #template: TemplatePart[]
  readonly #unique: UniqueNames
  readonly #named: Named[] = []

  constructor(naming: Naming, options: FileNamesOptions) {
    this.#naming = naming
    this.#options = options
    this.#template = parseTemplate(naming.template)
    this.#unique = new UniqueNames({ plain: options.characters === 'plain' })
  }

  /** Returns the path of an employee's files in the archive, without its ending. */
  take(employee: Employee, editedAt: string): string {
    const named = this.#name(employee, editedAt)
    this.#named.push(named)
    return named.path
  }

  /** Reserves the name of an employee whose files are not in this archive, because another archive uses it. */
  reserve(employee: Employee): void {
    this.#name(employee, employee.photo.edited_at ?? '')
  }

  #name(employee: Employee, editedAt: string): Named {
    const { endings } = this.#options
    const { wanted, codes } = this.#wish(employee, editedAt)
    const longest = endings.reduce((one, other) => (other.length > one.length ? other : one), '')
    const { stem, shortened } = toSafeStem(wanted, longest, fallbackOf(employee))
    if (shortened) codes.add('name_shortened')
    else if (stem !== wanted) codes.add('name_changed')
    const unique = this.#unique.take(stem, endings)
    if (unique !== stem) codes.add('duplicate_name')
    if (employee.status === 'retake') codes.add('retake_requested')
    const folder = folderOf(employee, this.#naming, this.#options.characters)
    return { employee, path: folder + unique, codes, wanted: foldName(stem) }
  }

  /**
   * Returns the notices about employees in this archive, in the order of naming. When two wanted the same name, both
   * get a notice.
   */
  notices(): ExportProblem[] {
    const doubled = new Set(
      this.#named.filter(({ codes }) => codes.has('duplicate_name')).map(({ wanted }) => wanted),
    )
    const [ending = ''] = this.#options.endings
    return this.#named.flatMap(({ employee, path, codes, wanted }) =>
      [...(doubled.has(wanted) ? codes.add('duplicate_name') : codes)].map(code =>
        toProblem(employee, code, path + ending),
      ),
    )
  }

  /** Returns the name before it is made safe, in the characters that the target accepts. */
  #wish(employee: Employee, editedAt: string): { wanted: string; codes: Set<NoticeCode> } {
    const { transliterate, letter_case } = this.#naming
    const { characters } = this.#options
    const facts = { ...this.#options, editedAt }
    const { text, hasNumber } = toPersonName(employee, this.#template, { naming: this.#naming, facts })
    if (!hasNumber) return { wanted: fallbackOf(employee), codes: new Set(['no_number']) }
    const seen = withoutInvisible(text).normalize('NFC')
    const codes = new Set<NoticeCode>(seen === text ? [] : ['invisible_removed'])
    if (!transliterate && characters === 'any') return { wanted: seen, codes }
    const ascii = toAscii(seen)
    const wanted = toLetterCase(
      ascii ?? toAscii(withoutInvisible(employee.mitarbeiternummer)) ?? fallbackOf(employee),
      letter_case,
    )
    if (ascii === null) codes.add('name_unwritable')
    if (characters !== 'plain') return { wanted, codes }
    const plain = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    if (plain !== wanted) codes.add('name_changed')
    return { wanted: plain, codes }
  }
}

function fallbackOf({ id }: Employee): string {
  return `employee-${id}`
}

/** Returns the folder of an employee's files with its slash, or an empty string. At most ten characters long. */
function folderOf(
  { last_name, status }: Employee,
  { folder, transliterate }: Naming,
  characters: Characters,
): string {
  if (folder === 'none') return ''
  // An unknown status may contain any text, and this becomes a folder name.
  if (folder === 'status') return `${toKnownStatus(status) ?? 'other'}/`
  const name = transliterate || characters !== 'any' ? (toAscii(last_name) ?? '') : last_name
  return `${firstLetter(name)}/`
}

/** Returns the letter of a German directory (DIN 5007): Ä is listed under A, Ş under S. */
function firstLetter(name: string): string {
  const [letter] = withoutInvisible(name).trim().normalize('NFD')
  if (letter === undefined || !/\p{L}/u.test(letter)) return NO_LETTER
  const upper = letter.toUpperCase()
  return upper.length === letter.length ? upper : letter
}
