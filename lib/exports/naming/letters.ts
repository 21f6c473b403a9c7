/**
 * How letters outside ASCII are spelled with those inside: for Latin and Cyrillic as in passports (ICAO Doc 9303,
 * part 3, section 6), for Greek by ELOT 743. Lower case only; what is missing loses its accents (é, ş, č, ő).
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

export const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...LATIN, ...CYRILLIC, ...GREEK, ...PUNCTUATION }),
)
