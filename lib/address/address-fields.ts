import { parseId } from '#lib/portrait-api/terms.ts'
import type { AddressField } from './address-state.ts'

/** A text, unchanged; an empty one, or one with more characters (not UTF-16 units) than `max`, counts as missing. */
export function text(max: number): AddressField<string | undefined> {
  return {
    fallback: undefined,
    read: given => (given !== '' && [...given].length <= max ? given : undefined),
    write: value => value,
  }
}

/** A search text without the spaces around it. */
export function searchText(max: number): AddressField<string> {
  return {
    fallback: '',
    read: given => (given.trim().length <= max ? given.trim() : ''),
    write: value => value,
  }
}

export function oneOf<const Word extends string>(words: readonly Word[]): AddressField<Word | undefined> {
  return {
    fallback: undefined,
    read: given => words.find(word => word === given),
    write: value => value,
  }
}

export function oneOfOr<const Word extends string>(
  words: readonly Word[],
  fallback: NoInfer<Word>,
): AddressField<Word> {
  return { fallback, read: given => words.find(word => word === given) ?? fallback, write: value => value }
}

/** A whole number of at least 1, written without a sign or leading zeros. */
export function countingNumber({
  fallback,
  max = Number.MAX_SAFE_INTEGER,
}: {
  fallback: number
  max?: number
}): AddressField<number> {
  return {
    fallback,
    read: given => (/^[1-9]\d{0,15}$/.test(given) && Number(given) <= max ? Number(given) : fallback),
    write: String,
  }
}

/** A whole number of at least 1, or undefined when it is missing. */
export function optionalNumber(): AddressField<number | undefined> {
  return {
    fallback: undefined,
    read: given => parseId(given) ?? undefined,
    write: String,
  }
}

export function oneNumberOf<const Choice extends number>(
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
): AddressField<Choice> {
  return {
    fallback,
    read: given => choices.find(choice => String(choice) === given) ?? fallback,
    write: String,
  }
}

/** A day that exists, as `2026-11-21`. */
export function day(): AddressField<string | undefined> {
  return { fallback: undefined, read: given => (isDay(given) ? given : undefined), write: value => value }
}

/** Ids in the desk's form, separated by commas: `7,1001`. */
export function idList(max: number): AddressField<string | undefined> {
  return {
    fallback: undefined,
    read: given => (isIdList(given, max) ? given : undefined),
    write: value => value,
  }
}

export function isIdList(given: string, max: number): boolean {
  const ids = given.split(',')
  return ids.length <= max && ids.every(id => parseId(id) !== null)
}

/** Some of these words, separated by commas, each once and in the order of `words`; other words are dropped. */
export function someOf(words: readonly string[]): AddressField<string | undefined> {
  return {
    fallback: undefined,
    read: given => toWordList(words, given.split(',')),
    write: value => value,
  }
}

export function toWordList(words: readonly string[], chosen: readonly string[]): string | undefined {
  return words.filter(word => chosen.includes(word)).join(',') || undefined
}

/** True for `1` only. */
export function flag(): AddressField<boolean> {
  return { fallback: false, read: given => given === '1', write: () => '1' }
}

function isDay(given: string): boolean {
  const date = new Date(`${given}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(given) && date.toJSON()?.startsWith(given) === true
}
