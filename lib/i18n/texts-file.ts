import 'server-only'
import { createHash } from 'node:crypto'
import compile from 'icu-minify/compile'
import type { Messages } from 'use-intl'
import { type AppLocale, LOCALES } from '#lib/locales.ts'
import { keepTexts, type TextsName } from './known-texts.ts'
import { MESSAGES } from './messages.ts'
import { PAGE_TEXTS, type TextsOf } from './page-texts.ts'

type Texts = { readonly [key: string]: string | Texts }
type TextsFile = { name: TextsName; script: string }

const HASH_CHARACTERS = 12
const PLACES = Object.keys(PAGE_TEXTS) as TextsOf[]

const files = new Map<string, TextsFile>()

/** The name of the script with the texts of a place. Whoever draws that place on the server has its texts at hand from now on. */
export function getTextsName(of: TextsOf, locale: AppLocale): TextsName {
  return getTextsFile(of, locale).name
}

/** A script by its name, which holds a hash of what is in it: a browser may keep it for ever. */
export function findTextsScript(name: string): string | undefined {
  const [of, locale] = name.split(/[-.]/)
  const place = PLACES.find(known => known === of)
  const language = LOCALES.find(known => known === locale)
  const file = place && language && getTextsFile(place, language)
  return file?.name === name ? file.script : undefined
}

function getTextsFile(of: TextsOf, locale: AppLocale): TextsFile {
  const key = `${of}-${locale}` as const
  const known = files.get(key)
  if (known) return known
  const texts = compileTexts(Object.fromEntries(PAGE_TEXTS[of].map(room => [room, MESSAGES[locale][room]])))
  const hash = createHash('sha256')
    .update(JSON.stringify(texts))
    .digest('base64url')
    .slice(0, HASH_CHARACTERS)
  const name: TextsName = `${key}.${hash}.js`
  const file = { name, script: toScript(name, texts) }
  files.set(key, file)
  keepTexts(name, texts as Partial<Messages>)
  return file
}

/** What `known-texts.ts` reads: one map of the whole page. */
function toScript(name: TextsName, texts: object): string {
  return `(globalThis.deskTexts??=new Map).set(${JSON.stringify(name)},${JSON.stringify(texts)})`
}

/** Texts with plurals and places already taken apart, so that a browser needs no parser (10 kB) to say them. */
function compileTexts(texts: Texts): object {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compileTexts(text),
    ]),
  )
}
