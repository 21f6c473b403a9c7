import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const WHOLE_FONT = 'node_modules/inter-ui/variable/InterVariable.woff2'

/** First and last code point of each range. Source: Unicode, code charts. */
const STRETCHES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  // Latin-1 and Latin Extended-A: every official language of the European Union that is written in Latin letters.
  [0xa0, 0x17f],
  // Azerbaijani Ə ə, Vietnamese Ơ ơ Ư ư, Romanian Ș ș Ț ț.
  [0x18f, 0x18f],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x218, 0x21b],
  [0x259, 0x259],
  // Combining marks that other programs write after their letter: grave, acute, circumflex, tilde, macron, breve, dot,
  // diaeresis, hook, ring, double acute, caron, horn, dot below, comma below, cedilla, ogonek.
  [0x300, 0x304],
  [0x306, 0x30c],
  [0x31b, 0x31b],
  [0x323, 0x323],
  [0x326, 0x328],
  // ẞ and Vietnamese.
  [0x1e9e, 0x1e9e],
  [0x1ea0, 0x1ef9],
  // Dashes, quotation marks, bullet, ellipsis, angle quotation marks, euro, trade mark, arrows, minus.
  [0x2013, 0x2014],
  [0x2018, 0x201f],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
]

export const FONT_LETTERS: readonly string[] = STRETCHES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
)

/** Kerning, marks, localized letters, digits of one width, and the colon between digits. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'calt']
const AXES = { wght: { min: 400, max: 600 }, opsz: 14 }

/**
 * Inter with the letters of every Latin alphabet of Europe, of Turkish, Azerbaijani and Vietnamese, in the weights of
 * the desk. It is one WOFF2 file that a browser has before it draws the first line. See
 * docs/decisions/026-first-paint.md.
 */
export async function makeFont(): Promise<Buffer> {
  const options = { targetFormat: 'woff2', keepFeatures: FEATURES, variationAxes: AXES } as const
  return subsetFont(await readFile(WHOLE_FONT), FONT_LETTERS.join(''), options)
}
