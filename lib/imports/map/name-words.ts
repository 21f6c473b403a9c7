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
  ...[
    'dr',
    'dr-ing',
    'prof',
    'pd',
    'dipl',
    'ing',
    'mag',
    'med',
    'jur',
    'phil',
    'rer',
    'nat',
    'pol',
    'oec',
    'hc',
  ],
  ...['herr', 'frau', 'hr', 'fr', 'mr', 'mrs', 'ms', 'mx', 'bsc', 'msc', 'mba', 'llm', 'phd'],
])

export function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase())
}

/** `Dr.`, `Dipl.-Ing.`, `h.c.`, `Frau`. */
export function isTitle(word: string): boolean {
  const bare = word.toLowerCase().replaceAll('.', '')
  return TITLES.has(bare) || /^dipl-[a-zäöü]+$/.test(bare)
}
