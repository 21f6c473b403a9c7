import {
  addBetweenPages,
  asJson,
  compressed,
  deleteBetweenPages,
  inChunks,
  toFields,
  turnSizes,
  without,
  withoutNulls,
  withPhotoUrls,
  withTimes,
  withType,
  withValues,
} from './changes.ts'
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
const SHAPE = 'Section 7: "The body shape for errors other than 422: not shown."'
const REASONS = 'Section 7: a 422 has "message" and "errors (object mapping a field to an array of reasons)".'
const WAIT = 'Section 7: "wait the number of seconds given in the Retry-After header".'
const TYPES =
  'Section 4: "content type image/jpeg or image/png"; RFC 9110, 8.3: case and parameters are free.'
const CODINGS = 'Section 4 names no content coding; the client asks for none (RFC 9110, 12.5.3).'
const ORDERED = 'Section 4: "paginated and ordered by id", without a word about changes while somebody reads.'

/**
 * Everything that the specification leaves open, or that services are known to do in spite of it. Without any of them the
 * sandbox does what it does. Where two change the same thing, the later row has it.
 */
export const VARIATIONS = {
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
  'errors-with-a-trace': {
    manner: 'legal',
    source: SHAPE,
    does: 'Answers errors as a PHP framework does while it is debugged: exception, file, line and trace.',
    refusal: asJson(({ status, ...rest }) => ({
      ...rest,
      exception: `App\\Exceptions\\Http${status}`,
      file: '/var/www/html/app/Http/Kernel.php',
      line: 108,
      trace: [{ file: '/var/www/html/vendor/laravel/framework/src/Pipeline.php', line: 180, args: [] }],
    })),
  },
  'errors-as-a-list': {
    manner: 'sloppy',
    source: REASONS,
    does: 'Gives the reasons of a 422 as a list of { field, message }.',
    refusal: asJson(({ errors, status: _, ...rest }) => ({
      ...rest,
      errors: errors && Object.entries(errors).map(([field, [message]]) => ({ field, message })),
    })),
  },
  'errors-as-texts': {
    manner: 'sloppy',
    source: REASONS,
    does: 'Gives one text for each field of a 422 instead of a list.',
    refusal: asJson(({ errors, status: _, ...rest }) => ({
      ...rest,
      errors: errors && Object.fromEntries(Object.entries(errors).map(([field, [text]]) => [field, text])),
    })),
  },
  'errors-without-fields': {
    manner: 'sloppy',
    source: REASONS,
    does: 'Answers a 422 with a message alone.',
    refusal: asJson(({ message, code }) => ({ message, code })),
  },
  'errors-as-problem-json': {
    manner: 'legal',
    source: SHAPE,
    does: 'Answers errors as RFC 9457 has it (application/problem+json), with title and detail.',
    refusal: asJson(
      ({ status, message, code, errors }) => ({
        type: 'about:blank',
        title: `Error ${status}`,
        status,
        detail: message,
        code,
        errors,
      }),
      'application/problem+json',
    ),
  },
  'errors-as-html': {
    manner: 'legal',
    source: SHAPE,
    does: 'Answers errors with a page of HTML.',
    refusal: ({ status }) => ({
      type: 'text/html; charset=UTF-8',
      text: `<!doctype html><title>${status}</title><h1>${status}</h1><p>Whoops, something went wrong.</p>`,
    }),
  },
  'errors-empty': {
    manner: 'legal',
    source: SHAPE,
    does: 'Answers errors with no body at all.',
    refusal: () => ({ type: null, text: '' }),
  },
  'rate-window-fixed': {
    manner: 'legal',
    source: 'Section 8: "120 per minute", without saying which minute.',
    does: 'Counts calls from one full minute of the clock to the next, instead of over the last minute.',
    rules: { rateWindow: 'fixed' },
  },
  'retry-after-left-out': {
    manner: 'sloppy',
    source: WAIT,
    does: 'Answers 429 without Retry-After.',
    rules: { retryAfter: () => null },
  },
  'retry-after-as-date': {
    manner: 'sloppy',
    source: WAIT,
    does: 'Gives Retry-After as an HTTP date (RFC 9110, 10.2.3).',
    rules: { retryAfter: (seconds, now) => new Date(now + seconds * 1000).toUTCString() },
  },
  'photos-in-chunks': {
    manner: 'legal',
    source: 'Section 4: "200: image body", without a word about its length.',
    does: 'Sends photos without saying how long they are.',
    photo: inChunks,
  },
  'photos-gzip': {
    manner: 'sloppy',
    source: CODINGS,
    does: 'Compresses photos with gzip.',
    photo: compressed('gzip'),
  },
  'photos-br': {
    manner: 'sloppy',
    source: CODINGS,
    does: 'Compresses photos with Brotli.',
    photo: compressed('br'),
  },
  'photos-deflate': {
    manner: 'sloppy',
    source: CODINGS,
    does: 'Compresses photos with deflate.',
    photo: compressed('deflate'),
  },
  'photos-as-bytes': {
    manner: 'sloppy',
    source: TYPES,
    does: 'Sends photos as application/octet-stream.',
    photo: withType(() => 'application/octet-stream'),
  },
  'photo-types-in-capitals': {
    manner: 'legal',
    source: TYPES,
    does: 'Writes the content type of photos in capitals.',
    photo: withType(type => type.toUpperCase()),
  },
  'photo-types-with-parameters': {
    manner: 'legal',
    source: TYPES,
    does: 'Adds parameters to the content type of photos.',
    photo: withType(type => `${type} ; charset=binary; name="a;b.jpg"`),
  },
  'json-gzip': {
    manner: 'sloppy',
    source: CODINGS,
    does: 'Compresses JSON with gzip.',
    json: compressed('gzip'),
  },
  'json-type-in-capitals': {
    manner: 'legal',
    source: TYPES,
    does: 'Sends JSON as Application/JSON; Charset=UTF-8.',
    json: withType(type => (type === 'application/json' ? 'Application/JSON; Charset=UTF-8' : type)),
  },
  'sizes-change': {
    manner: 'legal',
    source: 'Section 2: sizes "are configured by the service operator", at any time.',
    does: 'Changes the order of the image sizes behind the first answer that names them.',
    meanwhile: turnSizes,
  },
  'other-pixels': {
    manner: 'sloppy',
    source: 'Section 4: "image sizes", without saying that a photo has exactly that many pixels.',
    does: 'Sends photos with twice the pixels of their size in each direction.',
    rules: { toPixels: size => ({ ...size, width: 2 * size.width, height: 2 * size.height }) },
  },
  'one-pixel-less': {
    manner: 'sloppy',
    source: 'Section 4: "image sizes", without saying that a photo has exactly that many pixels.',
    does: 'Sends photos whose height is rounded down by a pixel.',
    rules: { toPixels: size => ({ ...size, height: size.height - 1 }) },
  },
  'deleted-between-pages': {
    manner: 'legal',
    source: ORDERED,
    does: 'Deletes the first employee of a list behind its first page: everybody moves up by one.',
    meanwhile: deleteBetweenPages,
  },
  'added-between-pages': {
    manner: 'legal',
    source: ORDERED,
    does: 'Adds an employee to a list behind its first page.',
    meanwhile: addBetweenPages,
  },
  'batch-in-another-order': {
    manner: 'sloppy',
    source: 'Section 4: a batch is answered "in the same order as sent".',
    does: 'Answers a batch in the opposite order.',
    reply: ({ status, body }, { method }) => ({
      status,
      body: method === 'POST' && Array.isArray(body?.data) ? { data: body.data.toReversed() } : body,
    }),
  },
  'record-without-id': {
    manner: 'sloppy',
    source: 'Section 2: id is an integer.',
    does: 'Leaves the id out of the third record of each list.',
    reply: ({ status, body }, { method }) => {
      const records: unknown[] = method === 'GET' && Array.isArray(body?.data) ? body.data : []
      const data = records.map((record, index) =>
        index === 2 ? without('id', 'index')(toFields(record)) : record,
      )
      return { status, body: records.length > 0 ? { ...body, data } : body }
    },
  },
  'change-without-meta': {
    manner: 'sloppy',
    source: 'Section 4: PATCH answers "data" and "meta".',
    does: 'Answers a change with the employee alone.',
    reply: ({ status, body }, { method }) => ({
      status,
      body: method === 'PATCH' && body ? { data: body.data } : body,
    }),
  },
  'change-201': {
    manner: 'sloppy',
    source: 'Section 4: PATCH answers 200.',
    does: 'Answers a change with 201.',
    reply: ({ status, body }, { method }) => ({ status: method === 'PATCH' ? 201 : status, body }),
  },
  'delete-200': {
    manner: 'sloppy',
    source: 'Section 4: DELETE answers "204 with no body".',
    does: 'Answers a deletion with 200 and a body.',
    reply: ({ status, body }, { method }) =>
      method === 'DELETE'
        ? { status: 200, body: { message: 'The employee was deleted.' } }
        : { status, body },
  },
} as const satisfies Record<string, Variation>

export type VariationName = keyof typeof VARIATIONS

export const VARIATION_NAMES = Object.keys(VARIATIONS) as VariationName[]

export function isVariationName(name: string): name is VariationName {
  return Object.hasOwn(VARIATIONS, name)
}

function toUtc(ms: number, digits: number): string {
  const time = new Date(ms).toISOString()
  return digits === 0 ? `${time.slice(0, -5)}Z` : `${time.slice(0, -1).padEnd(20 + digits, '0')}Z`
}

function toPath(url: unknown): string | null {
  return typeof url === 'string' ? url.slice(new URL(url).origin.length) : null
}
