import 'server-only'
import { createTranslator } from 'use-intl/core'
import type { ExportProblem, ExportRequest } from '#lib/exports/contract.ts'
import { escapeInvisible } from '#lib/text/invisible.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }

/** The texts inside an archive, in the language chosen for it, independent of the language of the screens. */
export type ArchiveTexts = ReturnType<typeof getArchiveTexts>

export function getArchiveTexts(locale: ExportRequest['locale']) {
  return createTranslator({ locale, messages: locale === 'de' ? de : en })
}

/** Formats the message of a problem; an unknown code gets a generic message that names it. */
export function sentenceOf(
  { code, values }: Pick<ExportProblem, 'code' | 'values'>,
  texts: ArchiveTexts,
): string {
  const status = escapeInvisible(values?.status ?? '–')
  const told = { promised: '–', pixels: '–', ...values, status }
  return isTold(code) ? texts(`codes.${code}`, told) : texts('codes.other', { code })
}

function isTold(code: string): code is keyof typeof en.codes {
  return Object.hasOwn(en.codes, code) && code !== 'other'
}
