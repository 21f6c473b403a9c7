import {
  addBetweenPages,
  asJson,
  compressed,
  deleteBetweenPages,
  inChunks,
  toFields,
  turnSizes,
  without,
  withTail,
  withType,
} from './changes.ts'
import type { Variation } from './variation.ts'

const SHAPE = 'Section 7: "The body shape for errors other than 422: not shown."'
const REASONS = 'Section 7: a 422 has "message" and "errors (object mapping a field to an array of reasons)".'
const WAIT = 'Section 7: "wait the number of seconds given in the Retry-After header".'
const TYPES =
  'Section 4: "content type image/jpeg or image/png"; RFC 9110, 8.3: case and parameters are free.'
const CODINGS = 'Section 4 names no content coding; the client asks for none (RFC 9110, 12.5.3).'
const ORDERED = 'Section 4: "paginated and ordered by id", without a word about changes while somebody reads.'

/** Answers of another service: its errors, limits, photos, codings and status codes, and simultaneous changes. */
export const ANSWER_VARIATIONS = {
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
  'photos-with-a-tail': {
    manner: 'sloppy',
    source: 'Section 4: "a real JPEG", "a real PNG", which end with their own mark.',
    does: 'Sends a line end and a zero byte behind the end of each photo, and counts them in its length.',
    photo: withTail,
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
