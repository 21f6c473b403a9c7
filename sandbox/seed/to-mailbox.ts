const SPELLINGS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  ı: 'i',
  ş: 's',
  ç: 'c',
}

/** The name as a German office writes it in an address: `Jörg Groß` is `joerg.gross`. */
export function toMailbox(firstName: string, lastName: string): string {
  return [firstName, lastName].map(toAscii).join('.')
}

function toAscii(name: string): string {
  return [...name.normalize('NFC').toLowerCase()]
    .map(letter => SPELLINGS[letter] ?? letter.normalize('NFD'))
    .join('')
    .replace(/\s+/g, '-')
    .replace(/[^a-z-]/g, '')
}
