import type { VariationName } from '#sandbox/variations/variations.ts'
import type { Outcome } from './bench.ts'
import type { OperationName } from './operations.ts'

/** Cells that cannot be right, with the reason. Every other cell must be right. */
type Exceptions = { because: string; cells: Partial<Record<OperationName, Outcome>> }

const ANOTHER_RULE = 'The service refuses what it is given: its reason stands at the field.'
const NO_FIELDS = 'The service does not say which field it means.'
const NO_CODE = 'Only the code of a 404 tells why there is no photo, and there is none.'
const UNREADABLE = 'Nobody can name a record without its id: it is set aside, and counted.'
const PIXELS = 'The photo is what the service sends, and not what its size promises: the export names it.'
const NEW_WORD = 'What a word that is new means for a photo, nobody knows: it is handed to nobody, and named.'

export const EXPECTED: Partial<Record<VariationName, Exceptions[]>> = {
  'taken-409-without-fields': [
    {
      because: 'It may be the brief conflict while numbers are assigned: it was sent again, in vain.',
      cells: { 'create taken': 'told:conflict', 'batch with taken': 'told:conflict' },
    },
    { because: NO_FIELDS, cells: { 'change to taken': 'told:invalid' } },
  ],
  'emails-strict': [
    {
      because: ANOTHER_RULE,
      cells: {
        change: 'told:invalid:email',
        create: 'told:invalid:email',
        batch: 'told:invalid:employees.1.email',
      },
    },
  ],
  'numbers-without-case': [
    {
      because: ANOTHER_RULE,
      cells: {
        change: 'told:invalid:mitarbeiternummer',
        create: 'told:invalid:mitarbeiternummer',
        batch: 'told:invalid:employees.1.mitarbeiternummer',
      },
    },
  ],
  'errors-without-fields': [{ because: NO_FIELDS, cells: refusals('told:invalid') }],
  'errors-as-html': [
    { because: NO_FIELDS, cells: refusals('told:invalid') },
    {
      because: 'A web page may be of somebody in between: its 404 says nothing about a person.',
      cells: { 'nobody there': 'told:bad_service_answer', 'photo not there': 'told:bad_service_answer' },
    },
  ],
  'errors-empty': [
    { because: NO_FIELDS, cells: refusals('told:invalid') },
    { because: NO_CODE, cells: { 'photo not there': 'told:not_found' } },
  ],
  'other-employee-status': [
    {
      because: NEW_WORD,
      cells: {
        'photo with background': 'told:unknown_status',
        'photo cut out': 'told:unknown_status',
        export: 'told:unknown_status',
      },
    },
  ],
  'other-locale': [
    {
      because: 'A language that no input takes cannot be given back: it is not counted as what can be.',
      cells: { 'language of two, and back': 'told:undoable' },
    },
  ],
  'sizes-change': [
    {
      because:
        'The size that was asked for is another one now: who asks again gets that, an export names both.',
      cells: { 'photo with background': 'told:size_changed', export: 'told:size_changed' },
    },
  ],
  'other-pixels': [{ because: PIXELS, cells: { export: 'told:other_pixels' } }],
  'one-pixel-less': [{ because: PIXELS, cells: { export: 'told:other_pixels' } }],
  'record-without-id': [
    {
      because: UNREADABLE,
      cells: {
        projects: 'told:unreadable',
        sizes: 'told:unreadable',
        page: 'told:unreadable',
        everybody: 'told:unreadable',
      },
    },
  ],
}

/** Each expectation with its reason. */
export function listExceptions(): {
  name: VariationName
  operation: string
  outcome: Outcome
  because: string
}[] {
  return Object.entries(EXPECTED).flatMap(([name, groups]) =>
    groups.flatMap(({ because, cells }) =>
      Object.entries(cells).map(([operation, outcome]) => ({
        name: name as VariationName,
        operation,
        outcome,
        because,
      })),
    ),
  )
}

function refusals(outcome: Outcome): Exceptions['cells'] {
  return { 'change to taken': outcome, 'create taken': outcome, 'batch with taken': outcome }
}
