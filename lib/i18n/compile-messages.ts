import 'server-only'
import compile from 'icu-minify/compile'
import type { Messages } from 'use-intl'

type Texts = { readonly [key: string]: string | Texts }

const compiled = new WeakMap<object, Messages>()

/** Texts with plurals and places already taken apart, so that a browser needs no parser (10 kB) to say them. */
export function compileMessages(messages: Messages): Messages {
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
