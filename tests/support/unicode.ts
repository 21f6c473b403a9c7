import fc from 'fast-check'

const NASTY = [
  ...[
    '/',
    '\\',
    ':',
    '*',
    '?',
    '"',
    '<',
    '>',
    '|',
    '.',
    '..',
    ' ',
    '\t',
    '\n',
    '\r',
    '\0',
    '\u0085',
    '\u007f',
  ],
  ...['\u202e', '\u202a', '\u2066', '\u2069', '\u200f', '\ufeff', '\u00a0', '\u3000', '\ud800', '\udc00'],
  ...['CON', 'con', 'nul', 'AUX', 'PRN', 'COM1', 'com¹', 'LPT9', 'CONIN$', '.jpg', '~', '%', '=', '-'],
  ...[
    'a',
    'A',
    'ä',
    'a\u0308',
    'Ä',
    'ß',
    'ẞ',
    'ss',
    'SS',
    'ſ',
    'σ',
    'ς',
    'İ',
    'ı',
    'K',
    'ﬁ',
    '李',
    '🌻',
    '👩‍👩‍👧',
  ],
  ...['\u0301', '\u20d0', '\u200d', '\ufe0f'],
]

const SURROGATES = { first: 0xd800, count: 0x800 }

/**
 * Any character except lone surrogates. It equals `unit: 'binary'`, which takes more than a second to list all
 * characters before the first text of a process.
 */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES.count).map(toCharacter, character => {
  const code = typeof character === 'string' ? (character.codePointAt(0) ?? 0) : 0
  const place = code < SURROGATES.first ? code : code - SURROGATES.count
  if (toCharacter(place) !== character) throw new Error('It is no single character.')
  return place
})

function toCharacter(place: number): string {
  return String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count)
}

/** Text that a person rarely types but must be able to type. */
export const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.array(fc.constantFrom(...NASTY), { maxLength: 12 }).map(parts => parts.join('')),
  fc
    .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'grapheme', maxLength: 3 })))
    .map(parts => parts.join('')),
  // One visible character, hundreds of bytes for a file system.
  fc
    .tuple(fc.constantFrom('a', 'A', '🌻'), fc.constantFrom('\u0301', '\u20d0', '\u200d👩'), fc.nat(130))
    .map(([base, mark, times]) => base + mark.repeat(times)),
)
