import { type AppLocale, isAppLocale } from '#lib/locales.ts'

/** Longer than any browser's header; the rest is ignored. */
const ACCEPT_LANGUAGE_MAX = 1000

type LocaleWishes = {
  /** The language the user chose in the desk. */
  chosen: string | undefined
  /** The browser's header `Accept-Language`. */
  accepted: string | null | undefined
  /** The operator's default language. */
  fallback: AppLocale
}

/** Picks the user's own choice, otherwise the browser's best supported language, otherwise the operator's default. */
export function pickLocale({ chosen, accepted, fallback }: LocaleWishes): AppLocale {
  if (isAppLocale(chosen)) return chosen
  return toRanges(accepted ?? '').find(isAppLocale) ?? fallback
}

/**
 * The primary languages of an `Accept-Language` header, best first (RFC 9110, section 12.5.4; `de-AT` counts as `de`,
 * as in the lookup of RFC 4647, section 3.4). A quality of 0 excludes a language. `*` matches none.
 */
function toRanges(header: string): string[] {
  return header
    .slice(0, ACCEPT_LANGUAGE_MAX)
    .split(',')
    .map(toRange)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ language }) => language)
}

function toRange(text: string): { language: string; quality: number } {
  const [tag = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const language = tag.split('-')[0] ?? ''
  const weight = parameters.find(parameter => parameter.startsWith('q='))
  if (weight === undefined) return { language, quality: 1 }
  const quality = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0
  return { language, quality }
}
