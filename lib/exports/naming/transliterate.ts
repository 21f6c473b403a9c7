/**
 * ASCII spellings of other letters: Latin and Cyrillic as in passports (ICAO Doc 9303, part 3, section 6), Greek by
 * ELOT 743. Lower case only; letters not listed lose their accents (é, ş, č, ő).
 */
const LATIN = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'oe', å: 'aa', þ: 'th', ð: 'd', đ: 'd' },
  ...{ ħ: 'h', ı: 'i', ĸ: 'q', ł: 'l', ŋ: 'n', ŧ: 't', ə: 'e', ƒ: 'f' },
}

const CYRILLIC = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'shch', ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia', ѣ: 'ie', ґ: 'g' },
  ...{ є: 'ie', і: 'i', ї: 'i', ў: 'u', ђ: 'd', ѓ: 'g', ѕ: 'dz', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', ќ: 'k' },
  ...{ џ: 'dz' },
}

const GREEK = {
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm' },
  ...{ ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps' },
  ...{ ω: 'o', ου: 'ou', αυ: 'av', ευ: 'ev', ηυ: 'iv', γγ: 'ng', γξ: 'nx', γχ: 'nch', μπ: 'b' },
}

const PUNCTUATION = {
  ...{ '‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", ʼ: "'", ʹ: "'", '“': '"', '”': '"', '„': '"' },
  ...{ '«': '"', '»': '"', '‹': "'", '›': "'", '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
  ...{ '·': '.', '•': '.' },
}

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...LATIN, ...CYRILLIC, ...GREEK, ...PUNCTUATION }),
)

/** Greek letters that form one sound together, otherwise one character; an accent on the second letter is included. */
const SOUND = /ο[υύ]|[αεη][υύ]|γ[γξχ]|(?<!\p{L})μπ|./gisu
/** Before these letters, and at the end of a word, the second letter of αυ, ευ and ηυ becomes an f. */
const VOICELESS = /^[θκξπσςτφχψ]/iu
const MARKS = /[\p{M}\p{Cf}]+/gu
/** Printable ASCII. */
const ASCII = /^[\x20-\x7e]*$/

/**
 * Spells the text in ASCII: as in German (ä becomes ae), other Latin letters without accents, Cyrillic and Greek by
 * sound. Returns null when a character has no such spelling, Chinese for example: half a name would be wrong.
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

/** Spells a letter without its accents, and a ligature or full-width form by its parts. */
function spellParts(sound: string): string {
  return Array.from(toBare(sound.normalize('NFKD')), part => SPELLINGS.get(part.toLowerCase()) ?? part).join(
    '',
  )
}

function toBare(text: string): string {
  return text.normalize('NFD').replaceAll(MARKS, '')
}

/** A single Ж becomes Zh, and ZH in a word of capitals. */
function toCase(spelled: string, { sound, at, text }: { sound: string; at: number; text: string }): string {
  if (sound === sound.toLowerCase() || ASCII.test(sound)) return spelled
  const neighbour = /^\p{L}/u.exec(text.slice(at + sound.length)) ?? /\p{L}$/u.exec(text.slice(0, at))
  const shouted = neighbour !== null && neighbour[0] !== neighbour[0].toLowerCase()
  return shouted ? spelled.toUpperCase() : spelled.slice(0, 1).toUpperCase() + spelled.slice(1)
}
