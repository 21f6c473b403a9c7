import 'server-only'
import compile from 'icu-minify/compile'
import type { Messages } from 'use-intl'
import { PAGE_TEXTS, type TextsOf } from './page-texts.ts'

type Texts = { readonly [key: string]: string | Texts }

const compiled = new WeakMap<object, Messages>()

/** The texts of a place, as a browser wants them. */
export function pickTexts(messages: Messages, of: TextsOf): Partial<Messages> {
  const compiled = compileMessages(messages)
  return Object.fromEntries(PAGE_TEXTS[of].map(name => [name, compiled[name]]))
}

/** Texts with plurals and places already taken apart, so that a browser needs no parser (10 kB) to say them. */
function compileMessages(messages: Messages): Messages {
  const known = compiled.get(messages)
  if (known) return known
  // The compiler makes objects without a prototype, and those cannot cross to a browser: a clone has one. Its keys are
  // the same; that a text may be a list now is between compiler and formatter.
  const made = structuredClone(compileTexts(messages)) as Messages
  compiled.set(messages, made)
  return made
}

function compileTexts(texts: Texts): object {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compileTexts(text),
    ]),
  )
}
