import { toFields, without, withoutNulls, withPhotoUrls, withTimes, withValues } from './changes.ts'
import type { Variation } from './variation.ts'

const CODE_NOT_SHOWN = 'Section 4: "The status code for this case: not shown."'
const UNIQUE = 'Section 1: "Email address and employee number are each unique per project."'
const STATUSES = 'Section 2: status is one of the named values; section 9: "guarantees: not shown".'
const EMAIL = 'Section 2: "string, email format", which names no rule for it.'
const NULLABLE = 'Section 2: "nullable" does not say that a field is there when it is null.'
const IDS = 'Section 2: "id: integer", without a range.'
const URLS = 'Section 2: "string, URI, nullable".'
const TIMES = 'Section 2: "date-time (ISO 8601 with offset)", which has many forms.'
const DATE = 'Section 2: deadline is "date (YYYY-MM-DD)", and unlike start_date not nullable.'
const SIZES = 'Section 2, Image size: label, width and height, without a range and not nullable.'

/** Data of another service about projects, people and sizes. */
export const RECORD_VARIATIONS = {
  'taken-409': {
    manner: 'legal',
    source: CODE_NOT_SHOWN,
    does: 'Says that an email or a number is taken with 409, and names the fields.',
    rules: { taken: 'conflict' },
  },
  'taken-409-without-fields': {
    manner: 'legal',
    source: CODE_NOT_SHOWN,
    does: 'Says that an email or a number is taken with 409 and a message alone.',
    rules: { taken: 'bareConflict' },
  },
  'emails-strict': {
    manner: 'legal',
    source: EMAIL,
    does: 'Takes only lower-case letters, digits, dots and hyphens in an email.',
    rules: { email: 'strict' },
  },
  'emails-lenient': {
    manner: 'legal',
    source: EMAIL,
    does: 'Takes every email that has something on both sides of an @, umlauts too.',
    rules: { email: 'lenient' },
  },
  'emails-kept-in-lower-case': {
    manner: 'legal',
    source: UNIQUE,
    does: 'Keeps emails in lower case, whatever was sent.',
    rules: { keepEmail: email => email.toLowerCase() },
  },
  'numbers-without-case': {
    manner: 'legal',
    source: UNIQUE,
    does: 'Takes ab-1 and AB-1 for the same employee number.',
    rules: { compareNumber: number => number.toLowerCase() },
  },
  'numbers-trimmed': {
    manner: 'legal',
    source: UNIQUE,
    does: 'Takes blanks off both ends of a number before it keeps or compares it.',
    rules: { keepNumber: number => number.trim(), compareNumber: number => number.trim() },
  },
  'texts-normalised': {
    manner: 'legal',
    source: 'Section 2: names and numbers are strings, without a word about how they are kept.',
    does: 'Keeps texts in the composed form of Unicode, with one blank where there were several and none at the edges.',
    rules: { keepText: toPlain, compareNumber: toPlain },
  },
  'locale-null-resolved': {
    manner: 'legal',
    source: 'Section 2: locale is "string or null" and "defaults to the account language".',
    does: 'Keeps the language of the account where it is given null.',
    rules: { keepLocale: (locale, ofAccount) => locale ?? ofAccount },
  },
  'emails-compared-exactly': {
    manner: 'legal',
    source: 'Section 3: "PATCH with a changed email", which does not leave out letter case.',
    does: 'Invites anew whose email gets another letter case.',
    rules: { toMailbox: email => email },
  },
  'other-employee-status': {
    manner: 'sloppy',
    source: STATUSES,
    does: 'Calls an employee photo_approved where the specification says edited.',
    employee: withValues('status', { edited: 'photo_approved' }),
  },
  'other-project-status': {
    manner: 'sloppy',
    source: STATUSES,
    does: 'Calls a project paused where the specification says active.',
    project: withValues('status', { active: 'paused' }),
  },
  'other-locale': {
    manner: 'sloppy',
    source: 'Section 2: locale has the "values de or en".',
    does: 'Has employees who are written to in French where the specification says English.',
    employee: withValues('locale', { en: 'fr' }),
  },
  'nulls-left-out': {
    manner: 'sloppy',
    source: NULLABLE,
    does: 'Leaves a field out where it would be null.',
    project: withoutNulls,
    employee: withoutNulls,
    size: withoutNulls,
  },
  'more-fields': {
    manner: 'legal',
    source: 'Section 9: "Deprecation policy and compatibility guarantees: not shown."',
    does: 'Adds fields of its own to every record.',
    project: record => ({ ...record, photographer: { name: 'Ada', tags: [1, null] }, invoice_no: null }),
    employee: record => ({ ...record, department: 'Einkauf', photo_urls: [], deleted_at: null }),
    size: record => ({ ...record, dpi: 300, shape: { kind: 'oval' } }),
  },
  'photo-urls-relative': {
    manner: 'legal',
    source: URLS,
    does: 'Gives the address of a photo without scheme and host.',
    employee: withPhotoUrls(toPath),
  },
  'photo-urls-empty': {
    manner: 'sloppy',
    source: URLS,
    does: 'Gives an empty text where there is no photo yet, instead of null.',
    employee: withPhotoUrls(url => url ?? ''),
  },
  'ids-beyond-31-bits': {
    manner: 'legal',
    source: IDS,
    does: 'Counts ids from 2^31 on.',
    rules: { idsFrom: 2 ** 31 },
  },
  'ids-near-53-bits': {
    manner: 'legal',
    source: IDS,
    does: 'Has ids just below 2^53, 16 digits long.',
    rules: { idsFrom: 2 ** 53 - 100_000 },
  },
  'times-in-utc': {
    manner: 'legal',
    source: TIMES,
    does: 'Writes times in UTC, with a Z.',
    employee: withTimes(ms => toUtc(ms, 0)),
  },
  'times-with-microseconds': {
    manner: 'legal',
    source: TIMES,
    does: 'Writes times with six digits behind the second.',
    employee: withTimes(ms => toUtc(ms, 6)),
  },
  'times-with-a-blank': {
    manner: 'sloppy',
    source: TIMES,
    does: 'Writes a blank between day and time.',
    employee: withTimes((_, usual) => usual.replace('T', ' ')),
  },
  'times-without-a-colon': {
    manner: 'legal',
    source: TIMES,
    does: 'Writes the offset without a colon: +0100.',
    employee: withTimes((_, usual) => usual.replace(/:(\d\d)$/, '$1')),
  },
  'times-in-lower-case': {
    manner: 'legal',
    source: TIMES,
    does: 'Writes t and z in lower case (RFC 3339, 5.6).',
    employee: withTimes(ms => toUtc(ms, 0).toLowerCase()),
  },
  'deadline-with-time': {
    manner: 'sloppy',
    source: DATE,
    does: 'Writes deadline and start as a time of that day.',
    project: record => ({
      ...record,
      deadline: `${record.deadline}T00:00:00+01:00`,
      start_date: record.start_date && `${record.start_date}T00:00:00+01:00`,
    }),
  },
  'deadline-null': {
    manner: 'sloppy',
    source: DATE,
    does: 'Has projects without a deadline.',
    project: record => ({ ...record, deadline: null }),
  },
  'counts-left-out': {
    manner: 'sloppy',
    source: 'Section 2: employees_count is an integer.',
    does: 'Does not say how many employees a project has.',
    project: without('employees_count'),
  },
  'totals-left-out': {
    manner: 'sloppy',
    source: 'Section 2: meta holds current_page, last_page, per_page and total.',
    does: 'Says neither how many employees a list has nor how many pages; only whether there is a next one.',
    reply: ({ status, body }) => ({
      status,
      body: body && {
        ...body,
        ...(body.links ? { meta: without('last_page', 'total')(toFields(body.meta)) } : {}),
      },
    }),
  },
  'next-page-relative': {
    manner: 'legal',
    source: 'Section 2: "links: object with next", without a word about its form.',
    does: 'Gives the next page as an address without scheme and host.',
    reply: ({ status, body }) => ({
      status,
      body: body && {
        ...body,
        ...(body.links ? { links: { next: toPath(toFields(body.links).next) } } : {}),
      },
    }),
  },
  'size-labels-null': {
    manner: 'sloppy',
    source: SIZES,
    does: 'Has image sizes without a label.',
    size: record => ({ ...record, label: null }),
  },
  'size-heights-zero': {
    manner: 'sloppy',
    source: SIZES,
    does: 'Has image sizes whose height is 0: as high as the photo makes it.',
    size: record => ({ ...record, height: 0 }),
  },
  'size-heights-null': {
    manner: 'sloppy',
    source: SIZES,
    does: 'Has image sizes whose height is null.',
    size: record => ({ ...record, height: null }),
  },
} as const satisfies Record<string, Variation>

function toPlain(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
}

function toUtc(ms: number, digits: number): string {
  const time = new Date(ms).toISOString()
  return digits === 0 ? `${time.slice(0, -5)}Z` : `${time.slice(0, -1).padEnd(20 + digits, '0')}Z`
}

function toPath(url: unknown): string | null {
  return typeof url === 'string' ? url.slice(new URL(url).origin.length) : null
}
