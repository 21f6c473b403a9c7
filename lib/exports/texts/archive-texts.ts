import 'server-only'
import { createTranslator } from 'use-intl/core'
import type { ExportRequest } from '#lib/exports/contract.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }

/** The texts that go into an archive, in the language that was chosen for it, whatever the screens speak. */
export type ArchiveTexts = ReturnType<typeof getArchiveTexts>

export function getArchiveTexts(locale: ExportRequest['locale']) {
  return createTranslator({ locale, messages: locale === 'de' ? de : en })
}

/** The sentence of a problem's code; one that has none is told with its code. */
export function sentenceOf(code: string, texts: ArchiveTexts): string {
  return isTold(code) ? texts(`codes.${code}`) : texts('codes.other', { code })
}

function isTold(code: string): code is keyof typeof en.codes {
  return Object.hasOwn(en.codes, code) && code !== 'other'
}
