/** Invisible characters, one of each kind in Unicode. Each of them makes a name look like another one. */
export const INVISIBLE = {
  'soft hyphen': '\u00ad',
  'combining grapheme joiner': '\u034f',
  'Arabic letter mark': '\u061c',
  'Hangul filler of a first letter': '\u115f',
  'Hangul filler of a vowel': '\u1160',
  'Khmer inherent vowel': '\u17b4',
  'Mongolian variation selector': '\u180b',
  'Mongolian vowel separator': '\u180e',
  'zero width space': '\u200b',
  'zero width non-joiner': '\u200c',
  'zero width joiner': '\u200d',
  'left-to-right mark': '\u200e',
  'right-to-left mark': '\u200f',
  'line separator': '\u2028',
  'paragraph separator': '\u2029',
  'left-to-right embedding': '\u202a',
  'right-to-left embedding': '\u202b',
  'end of direction': '\u202c',
  'left-to-right override': '\u202d',
  'right-to-left override': '\u202e',
  'word joiner': '\u2060',
  'invisible times': '\u2062',
  'invisible plus': '\u2064',
  'left-to-right isolate': '\u2066',
  'right-to-left isolate': '\u2067',
  'first strong isolate': '\u2068',
  'end of isolate': '\u2069',
  'old format character': '\u206a',
  'Braille blank': '\u2800',
  'Hangul filler': '\u3164',
  'variation selector': '\ufe0f',
  'byte order mark': '\ufeff',
  'half-width Hangul filler': '\uffa0',
  'interlinear annotation': '\ufff9',
  'shorthand control': '\u{1bca0}',
  'musical format character': '\u{1d173}',
  tag: '\u{e0041}',
  'language tag': '\u{e0001}',
  'ideographic variation selector': '\u{e0100}',
  'last variation selector': '\u{e01ef}',
} as const

export const INVISIBLE_ROWS = Object.entries(INVISIBLE)

/** All invisible characters, defined differently from the code: by Unicode properties, and blanks by their numbers. */
export const ANY_INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{2800}]/gu

/** A joiner between letters: in some scripts it is spelling, and stays. Tests of any text skip such texts. */
export const MAYBE_SPELLED = /[\p{L}\p{M}][\u200c\u200d]+[\p{L}\p{M}]/u

/** The visible form of the character in a text. */
export function toMark(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}

/** Joiners as spelling requires them: in a Persian first name, a Hindi, a Sinhala and a Bengali word. */
export const JOINED = ['علی\u200cرضا', 'क्\u200dष', 'ශ්\u200dරී', 'র\u200d্য'] as const
