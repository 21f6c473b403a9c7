import { IMPORT_FIELDS, type ImportField } from '#lib/contracts/import-rows.ts'

export const TEMPLATE_LOCALES = ['de', 'en'] as const
export type TemplateLocale = (typeof TEMPLATE_LOCALES)[number]

/** Headers of the file, not texts of the screen: the import must recognise each of them, which a test proves. */
const HEADERS: Record<TemplateLocale, Record<ImportField, string>> = {
  de: {
    first_name: 'Vorname',
    last_name: 'Nachname',
    email: 'E-Mail dienstlich',
    mitarbeiternummer: 'Personalnummer',
    locale: 'Sprache',
  },
  en: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Work email',
    mitarbeiternummer: 'Employee number',
    locale: 'Language',
  },
}

export function getTemplateHeaders(locale: TemplateLocale): string[] {
  return IMPORT_FIELDS.map(field => HEADERS[locale][field])
}
