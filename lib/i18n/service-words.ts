/**
 * Translates the fixed words of the service. A word unknown to the desk is shown unchanged, because it says more than
 * any guess. `say` translates a known word.
 */

import type { Employee, ImageSize } from '#lib/portrait-api/contract.ts'
import { type GlossaryTerm, toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import {
  type LOCALES,
  type PROJECT_STATUSES,
  toKnownLocale,
  toKnownProjectStatus,
} from '#lib/portrait-api/terms.ts'

export function portraitStatusLabel(
  employee: Pick<Employee, 'status' | 'photo' | 'invited_at'>,
  say: (term: GlossaryTerm) => string,
): string {
  const term = toGlossaryTerm(employee)
  return (term === 'other' && employee.status) || say(term)
}

export function languageLabel(
  locale: string | null,
  say: (language: (typeof LOCALES)[number] | 'none') => string,
): string {
  return toKnownLocale(locale) === null && locale ? locale : say(toKnownLocale(locale) ?? 'none')
}

export function projectStatusLabel(
  status: string,
  say: (word: (typeof PROJECT_STATUSES)[number] | 'other') => string,
): string {
  return toKnownProjectStatus(status) === null && status
    ? status
    : say(toKnownProjectStatus(status) ?? 'other')
}

/** The display name of an image size: its label, or its sides, with `…` for a free one. */
export function toSizeName({ label, width, height }: ImageSize): string {
  return label.trim() || `${width || '…'} × ${height || '…'}`
}

/** The text key for the sides that are fixed. */
export function toSidesKey({ width, height }: ImageSize): 'pixels' | 'wide' | 'high' | 'free' {
  if (width > 0) return height > 0 ? 'pixels' : 'wide'
  return height > 0 ? 'high' : 'free'
}
