import { withoutInvisible } from '#lib/text/invisible.ts'
import { cutToFit } from '#lib/text/safe-name.ts'

/** Leaves room for " (123456)" and an ending within the 255 bytes and 190 characters of a name. */
const NUMBERED_MAX = { bytes: 215, characters: 150 }

/**
 * Assigns file names that are unique for Windows and macOS, which ignore letter case and Unicode composition. They also
 * differ for a person, who sees neither joiners nor different kinds of spaces.
 */
export class UniqueNames {
  readonly #taken = new Set<string>()
  /** The first number that may be free, by stem and endings: names are never released. */
  readonly #next = new Map<string, number>()
  /** Stems shortened to leave room for a number. */
  readonly #cut = new Map<string, string>()
  readonly #numbered: (stem: string, number: number) => string

  /** `plain` numbers names as `stem_2`, for systems that accept neither spaces nor brackets. */
  constructor({ plain = false } = {}) {
    this.#numbered = plain ? (stem, number) => `${stem}_${number}` : (stem, number) => `${stem} (${number})`
  }

  /**
   * Returns the stem under which all these endings are free: the given one, or `stem (2)`, `stem (3)` and so on. Names
   * are unique across folders, so that moving all files into one folder loses none.
   */
  take(stem: string, endings: readonly string[]): string {
    const name = this.#isFree(stem, endings) ? stem : this.#findNumbered(stem, endings)
    for (const ending of endings) this.#taken.add(foldName(name + ending))
    return name
  }

  /** Tries each number once, even when many names are equal: a template may give all employees the same name. */
  #findNumbered(stem: string, endings: readonly string[]): string {
    const short = this.#cut.get(stem) ?? withoutInvisible(cutToFit(stem, NUMBERED_MAX))
    this.#cut.set(stem, short)
    const key = [foldName(short), ...endings].join('/')
    for (let number = this.#next.get(key) ?? 2; ; number += 1) {
      const candidate = this.#numbered(short, number)
      if (!this.#isFree(candidate, endings)) continue
      this.#next.set(key, number + 1)
      return candidate
    }
  }

  #isFree(stem: string, endings: readonly string[]): boolean {
    return endings.every(ending => !this.#taken.has(foldName(stem + ending)))
  }
}

/**
 * Returns the same key for names that look alike: no invisible characters, one kind of space, one letter case. Lower,
 * upper and lower again maps ẞ, ß and SS to one form, because some file systems treat them as equal. Letters of
 * different scripts that look alike (Latin and Cyrillic a) stay distinct: their files are distinct too, and each keeps
 * its owner's spelling.
 */
export function foldName(name: string): string {
  const seen = withoutInvisible(name, { joiners: 'out' }).replaceAll(/\p{Zs}/gu, ' ')
  return seen.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}
