import 'server-only'
import type { Messages } from 'use-intl'
import { compileMessages } from './compile-messages.ts'
import { PAGE_TEXTS, type TextsOf } from './page-texts.ts'

/** The texts of a place, as a browser wants them. */
export function pickTexts(messages: Messages, of: TextsOf): Partial<Messages> {
  const compiled = compileMessages(messages)
  return Object.fromEntries(PAGE_TEXTS[of].map(name => [name, compiled[name]]))
}
