import { withoutInvisible } from '#lib/text/invisible.ts'
import { cutToFit } from '#lib/text/safe-name.ts'

/** Room for " (123456)" and an ending within the 255 bytes and 190 characters of a name. */
const NUMBERED_MAX = { bytes: 215, characters: 150 }

/**
 * Hands out file names so that no two are equal for Windows or macOS, which ignore letter case and composition, or for a
 * person, who sees neither a joiner nor which of the spaces a space is.
 */
export class UniqueNames {
  readonly #taken = new Set<string>()
  /** The first number that may be free, by stem and endings: names are never given back. */
  readonly #next = new Map<string, number>()
  /** Stems with room for a number. */
  readonly #cut = new Map<string, string>()
  readonly #numbered: (stem: string, number: number) => string

  /** `plain` numbers as `stem_2`, for those who read neither spaces nor brackets. */
  constructor({ plain = false } = {}) {
    this.#numbered = plain ? (stem, number) => `${stem}_${number}` : (stem, number) => `${stem} (${number})`
  }

  /**
   * The stem under which all these endings are free: itself, else `stem (2)`, `stem (3)` and so on. Folders make no
   * difference: whoever puts all files into one folder loses none.
   */
  take(stem: string, endings: readonly string[]): string {
    const name = this.#isFree(stem, endings) ? stem : this.#findNumbered(stem, endings)
    for (const ending of endings) this.#taken.add(foldName(name + ending))
    return name
  }

  /** Each number is tried once, however many people are called the same: a template may call everybody so. */
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
 * Equal for names that look alike: nothing invisible, one kind of space, one letter case. Lower, upper and lower again makes
 * one of ẞ, ß and SS, which some file systems hold for equal. Letters of different scripts that are drawn alike (Latin and
 * Cyrillic a) stay two: the files are two as well, and each has its owner's own spelling.
 */
export function foldName(name: string): string {
  const seen = withoutInvisible(name, { joiners: 'out' }).replaceAll(/\p{Zs}/gu, ' ')
  return seen.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}
