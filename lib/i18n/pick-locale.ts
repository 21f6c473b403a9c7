import { type AppLocale, isAppLocale } from '#lib/locales.ts'

/** No browser sends more languages; what is longer is not read to its end. */
const ACCEPT_LANGUAGE_MAX = 1000

type LocaleWishes = {
  /** What the person chose here. */
  chosen: string | undefined
  /** The browser's header `Accept-Language`. */
  accepted: string | null | undefined
  /** What the operator chose for everybody else. */
  fallback: AppLocale
}

/** The person's own choice, else the best language of the browser that the desk speaks, else the operator's. */
export function pickLocale({ chosen, accepted, fallback }: LocaleWishes): AppLocale {
  if (isAppLocale(chosen)) return chosen
  return toRanges(accepted ?? '').find(isAppLocale) ?? fallback
}

/**
 * The primary languages of an `Accept-Language` header, best first (RFC 9110, section 12.5.4; `de-AT` counts as `de`,
 * as in the lookup of RFC 4647, section 3.4). A quality of 0 means "not this one". `*` is no wish.
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
