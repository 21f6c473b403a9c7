import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus, toVersion, whyHeldBack } from '#lib/portrait-api/portrait-status.ts'
import type { Export, ExportProblem } from './contract.ts'

/** Told of people who are in the archive: what was changed about their file, or what may be wrong with it. */
const NOTICE_CODES = [
  /** Characters that a file name may not hold were replaced. */
  'name_changed',
  /** Characters that nobody sees were left out of the file name; the record at the service has them. */
  'invisible_removed',
  'name_shortened',
  /** Two people would have had the same file name; told of both. */
  'duplicate_name',
  /** Without an employee number the file is named after the record's id. */
  'no_number',
  /** The name cannot be written with the target's letters, so it is the number or the id. */
  'name_unwritable',
  /** This photo is approved, but a new one has been requested. */
  'retake_requested',
  /** The service sends other pixels than the size promises; both stand in the problem's values. */
  'other_pixels',
] as const
export type NoticeCode = (typeof NOTICE_CODES)[number]

/** What was done to a file's name, so that it is another one than the system's rule says. */
const NAME_CHANGES: readonly string[] = [
  'name_changed',
  'invisible_removed',
  'name_shortened',
  'duplicate_name',
  'name_unwritable',
] satisfies NoticeCode[]

/** Why somebody's photo cannot be taken yet. */
const WAITING_CODES = ['not_approved', 'not_available', 'retake', 'no_cutout'] as const
type WaitingCode = (typeof WAITING_CODES)[number]

/** The photo is approved and may be had, but not with a transparent background. */
export const NO_CUTOUT = 'no_cutout' satisfies WaitingCode

/** The photo is approved, but the service has a word for the person's state that the desk does not know. */
export const UNKNOWN_STATUS = 'unknown_status'

/** The photo may well be approved, but the service says something of it that is unclear (`whyHeldBack`). */
const HELD_BACK_CODES = [UNKNOWN_STATUS, 'unclear_photo'] as const
type HeldBackCode = (typeof HELD_BACK_CODES)[number]

const WORD_CHARACTERS_MAX = 40

export function isNoticeCode(code: string): code is NoticeCode {
  return NOTICE_CODES.some(known => known === code)
}

export function isNameChange(code: string): boolean {
  return NAME_CHANGES.includes(code)
}

export function isHeldBackCode(code: string): code is HeldBackCode {
  return HELD_BACK_CODES.some(known => known === code)
}

export function isWaitingCode(code: string): code is WaitingCode {
  return WAITING_CODES.some(known => known === code)
}

/** Why somebody who was approved is left out, as the service has said of them; whoever is for anything else may be had the next time. */
const LEAVING_CODES: readonly string[] = [
  'not_found',
  'not_approved',
  'retake',
  NO_CUTOUT,
  ...HELD_BACK_CODES,
]

export function isLeavingCode(code: string): boolean {
  return LEAVING_CODES.includes(code)
}

export function toProblem(employee: Employee, code: string, fileName: string | null): ExportProblem {
  return {
    employee_id: employee.id,
    mitarbeiternummer: employee.mitarbeiternummer,
    // Of somebody who was forgotten there is the id alone.
    name: [employee.last_name, employee.first_name].filter(Boolean).join(', '),
    code,
    file_name: fileName,
    ...(code === UNKNOWN_STATUS && { values: { status: toShortWord(employee.status) } }),
  }
}

/** The photo is in the archive; the problem is only told. */
export function isNotice(problem: ExportProblem): boolean {
  return problem.file_name !== null
}

export function isGone({ code }: Pick<ExportProblem, 'code'>): boolean {
  return code === 'not_found'
}

/** How many people are told to be gone, each of them once. */
export function countGonePeople(problems: readonly ExportProblem[]): number {
  return new Set(problems.filter(isGone).map(({ employee_id }) => employee_id)).size
}

/** How many of those whose photo it was to hold have been deleted since. */
export function countGone({ failed, problems }: Pick<Export, 'failed' | 'problems'>): number {
  // Who was gone before, and was only asked for by their id, is counted nowhere else.
  return Math.min(failed, countGonePeople(problems))
}

/** In the words of the tiles, so that a number here is the number there. */
export function whyNotReady(employee: Employee, variant: PhotoVariant): WaitingCode | HeldBackCode {
  const heldBack = whyHeldBack(employee)
  if (heldBack) return heldBack
  if (variant === 'transparent' && toVersion(employee, 'standard') !== null) return NO_CUTOUT
  const status = getPortraitStatus(employee)
  if (status === 'retake') return 'retake'
  return status === 'edited' ? 'not_approved' : 'not_available'
}

function toShortWord(word: string): string {
  return [...word].slice(0, WORD_CHARACTERS_MAX).join('') || '–'
}

/** Code of a record that could not be read. */
export const UNREADABLE = 'unreadable'

/** One problem for each record that could not be read; whose it is, nobody knows. */
export function toUnreadable(count: number): ExportProblem[] {
  const problem = { employee_id: 0, mitarbeiternummer: '', name: '', code: UNREADABLE, file_name: null }
  return Array.from({ length: count }, () => problem)
}
