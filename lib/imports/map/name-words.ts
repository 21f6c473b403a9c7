/** Particles and nobility titles that belong to the last name after them, in any letter case. */
const PARTICLES = new Set([
  ...[
    'von',
    'vom',
    'van',
    'zu',
    'zum',
    'zur',
    'und',
    'auf',
    'der',
    'den',
    'dem',
    'des',
    'ter',
    'ten',
    'te',
    'op',
    'het',
  ],
  ...[
    'de',
    'da',
    'das',
    'do',
    'dos',
    'di',
    'del',
    'della',
    'dello',
    'degli',
    'dei',
    'du',
    'la',
    'le',
    'les',
    'lo',
    'y',
  ],
  ...['el', 'al', 'ibn', 'bin', 'abu', 'bint', 'af', 'av', 'san', 'santa', "'t", '’t'],
  ...[
    'graf',
    'gräfin',
    'freiherr',
    'freifrau',
    'baron',
    'baronin',
    'edler',
    'edle',
    'ritter',
    'prinz',
    'prinzessin',
  ],
])

/** Titles, compared without dots: academic titles, forms of address, degrees, professions. */
const TITLES = new Set([
  ...[
    'dr',
    'drs',
    'dres',
    'dr-ing',
    'prof',
    'professor',
    'univ-prof',
    'ao-univ-prof',
    'hon-prof',
    'pd',
    'priv-doz',
    'doz',
  ],
  ...[
    'dipl',
    'ing',
    'oec',
    'hc',
    'habil',
    'univ',
    'em',
    'emer',
    'iur',
    'vet',
    'dent',
    'techn',
    'theol',
    'paed',
    'soc',
  ],
  ...[
    'herr',
    'frau',
    'herrn',
    'hr',
    'fr',
    'frl',
    'fräulein',
    'mr',
    'mrs',
    'ms',
    'mx',
    'miss',
    'sir',
    'dame',
    'rev',
    'hon',
  ],
  ...[
    'bsc',
    'msc',
    'ba',
    'ma',
    'mba',
    'emba',
    'bba',
    'beng',
    'meng',
    'bed',
    'med-univ',
    'llb',
    'llm',
    'phd',
    'dphil',
    'md',
    'mphil',
  ],
  ...['mag', 'magister', 'esq', 'cpa', 'bakk', 'ddr', 'dkfm', 'dkffr', 'dott', 'dottssa', 'ir', 'lic'],
])
/** Abbreviations that are titles only in exactly this spelling. */
const EXACT_TITLES = new Set([
  'RA',
  'RAin',
  'StB',
  'StBin',
  'WP',
  'WPin',
  'DI',
  'DIin',
  'RN',
  'MD',
  'BA',
  'MA',
  'FH',
  'OStR',
  'StR',
])
/** Names in other letter cases: `Ma`, `Ba`, `Md`, `Em`, `Hon`, `Ing`, `Ir`, `Dame`, `Fr`. */
const RATHER_NAMES = new Set([
  'ma',
  'ba',
  'md',
  'em',
  'hon',
  'ir',
  'fr',
  'lic',
  'rev',
  'dame',
  'soc',
  'vet',
  'dent',
  'univ',
  'bed',
  'iur',
  'sir',
  'mag',
])
const SUFFIXES = new Set(['jr', 'sr', 'jun', 'sen', 'junior', 'senior'])
const ROMAN = /^(II|III|IV|V|VI)$/

export function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase())
}

/** `Mustermann-von` before `der Heide`: a double name whose second half starts with a particle. */
export function endsWithParticle(word: string): boolean {
  return /-(von|vom|van|zu|zur|de|di|du)$/i.test(word)
}

/** True for `Jr.` or `II` after a last name. */
export function isSuffix(word: string): boolean {
  return SUFFIXES.has(word.toLowerCase().replaceAll('.', '')) || ROMAN.test(word)
}

/** A fast path: a text without dots that does not match this starts with no title. */
export const MAY_BE_TITLE = new RegExp(
  `^([([{]|(${[...TITLES, ...EXACT_TITLES, ...SUFFIXES, 'dipl-[a-zäöü-]+', 'II', 'III', 'IV', 'VI', 'med', 'jur', 'phil'].join('|')})(?!\\p{L}))`,
  'iu',
)

/** Parts of titles that are also first names (Phil, Nat, Mag). */
const HALF_TITLES = new Set(['mag', 'med', 'jur', 'phil', 'rer', 'nat', 'pol'])

/**
 * `Dr.`, `Dr.in`, `Dipl.-Ing.`, `h.c.`, `Frau`. `isBehindTitle`: the previous word is a title; `phil` then needs no
 * dot.
 */
export function isTitle(word: string, isBehindTitle: boolean): boolean {
  if (EXACT_TITLES.has(word) || (isBehindTitle && /^(\(.*\)|[hc]\.|FH)$/.test(word))) return true
  const bare = word.toLowerCase().replace(FEMALE, '').replaceAll('.', '')
  if (HALF_TITLES.has(bare)) return word.includes('.') || (isBehindTitle && !isWrittenAsName(word))
  if (RATHER_NAMES.has(bare)) return word.includes('.')
  return TITLES.has(bare) || /^dipl-[a-zäöü-]+$/.test(bare)
}

/** `Dr.in`, `Mag.a`, `Prof.ⁱⁿ`. */
const FEMALE = /(?<=\.)(in|a|ⁱⁿ|ᵃ)$/

/** Splits a name into words; titles written without a space (`Dr.med.Eva`) become words of their own. */
export function toNameWords(text: string): string[] {
  return text
    .replace(/\b(Dr|Prof|Dipl|Mag|Ing|med|jur|phil|rer|nat|pol)\.(?=\p{L}{3,})/giu, '$1. ')
    .split(/\s+/)
    .filter(word => word !== '')
}

function isWrittenAsName(word: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(word)
}
