import { cutToBytes } from './safe-name.ts'

/** Room for " (123456)" within the 255 bytes of a name. */
const STEM_MAX_BYTES = 240

/** Hands out file names so that no two are equal for Windows or macOS, which ignore letter case and composition. */
export class UniqueNames {
  readonly #taken = new Set<string>()

  /** The name itself when it is free, else `name (2).jpg`, `name (3).jpg` and so on. */
  take(name: string): string {
    const dot = name.lastIndexOf('.')
    const stem = dot > 0 ? name.slice(0, dot) : name
    const extension = dot > 0 ? name.slice(dot) : ''
    let candidate = name
    for (let number = 2; this.#taken.has(fold(candidate)); number += 1)
      candidate = `${cutToBytes(stem, STEM_MAX_BYTES)} (${number})${extension}`
    this.#taken.add(fold(candidate))
    return candidate
  }
}

/** Lower, upper and lower again makes one of ẞ, ß and SS, which some file systems hold for equal. */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}
