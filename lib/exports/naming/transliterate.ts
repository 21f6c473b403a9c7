import { SPELLINGS } from './letters.ts'

/** Greek letters that make one sound together, else one character; an accent on the second is part of it. */
const SOUND = /ο[υύ]|[αεη][υύ]|γ[γξχ]|(?<!\p{L})μπ|./gisu
/** Before these the second letter of αυ, ευ and ηυ is an f, as at the end of a word. */
const VOICELESS = /^[θκξπσςτφχψ]/iu
const MARKS = /[\p{M}\p{Cf}]+/gu
/** Printable ASCII. */
const ASCII = /^[\x20-\x7e]*$/

/**
 * The text in the letters of ASCII: as German writes them (ä becomes ae), other Latin letters without their accents,
 * Cyrillic and Greek by sound. Null when something in it has no such spelling, Chinese for example: half a name would
 * be a wrong one.
 */
export function toAscii(text: string): string | null {
  const composed = text.normalize('NFC')
  const spelled = composed.replaceAll(SOUND, (sound: string, at: number) =>
    toCase(spell(sound, composed.slice(at + sound.length)), { sound, at, text: composed }),
  )
  return ASCII.test(spelled) ? spelled : null
}

function spell(sound: string, after: string): string {
  if (ASCII.test(sound)) return sound
  const known = SPELLINGS.get(sound.toLowerCase()) ?? SPELLINGS.get(toBare(sound).toLowerCase())
  if (known === undefined) return spellParts(sound)
  const unvoiced =
    /^[αεη]/iu.test(sound) && known.endsWith('v') && (VOICELESS.test(after) || !/^\p{L}/u.test(after))
  return unvoiced ? `${known.slice(0, -1)}f` : known
}

/** A letter without its accents; a ligature or a full-width form in its parts. */
function spellParts(sound: string): string {
  return Array.from(toBare(sound.normalize('NFKD')), part => SPELLINGS.get(part.toLowerCase()) ?? part).join(
    '',
  )
}

function toBare(text: string): string {
  return text.normalize('NFD').replaceAll(MARKS, '')
}

/** Ж alone becomes Zh, in a word of capitals ZH. */
function toCase(spelled: string, { sound, at, text }: { sound: string; at: number; text: string }): string {
  if (sound === sound.toLowerCase() || ASCII.test(sound)) return spelled
  const neighbour = /^\p{L}/u.exec(text.slice(at + sound.length)) ?? /\p{L}$/u.exec(text.slice(0, at))
  const shouted = neighbour !== null && neighbour[0] !== neighbour[0].toLowerCase()
  return shouted ? spelled.toUpperCase() : spelled.slice(0, 1).toUpperCase() + spelled.slice(1)
}
