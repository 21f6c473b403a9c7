/** Small words that belong to the last name behind them, also where a list writes them large. */
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
  ...['el', 'al', 'ibn', 'abu', 'bint', 'af', 'av', 'san', 'santa', "'t", '’t'],
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

const TITLES = new Set([
  ...['dr', 'dr-ing', 'prof', 'pd', 'dipl', 'ing', 'oec', 'hc'],
  ...['herr', 'frau', 'hr', 'fr', 'mr', 'mrs', 'ms', 'mx', 'bsc', 'msc', 'mba', 'llm', 'phd'],
])

export function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase())
}

/** Parts of titles that are first names, too (Phil, Nat, Mag). */
const HALF_TITLES = new Set(['mag', 'med', 'jur', 'phil', 'rer', 'nat', 'pol'])

/** `Dr.`, `Dipl.-Ing.`, `h.c.`, `Frau`. `isBehindTitle`: the word before it is one; then `phil` needs no dot. */
export function isTitle(word: string, isBehindTitle: boolean): boolean {
  const bare = word.toLowerCase().replaceAll('.', '')
  if (HALF_TITLES.has(bare)) return word.includes('.') || (isBehindTitle && !isWrittenAsName(word))
  return TITLES.has(bare) || /^dipl-[a-zäöü]+$/.test(bare)
}

function isWrittenAsName(word: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(word)
}
