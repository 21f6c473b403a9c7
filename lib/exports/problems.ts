import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus, toVersion, whyHeldBack } from '#lib/portrait-api/portrait-status.ts'
import type { Export, ExportProblem } from './contract.ts'

/** Codes for photos in the archive: changes to the file name, or doubts about the photo. */
const NOTICE_CODES = [
  /** Characters that a file name must not contain were replaced. */
  'name_changed',
  /** Invisible characters were removed from the file name; the record at the service contains them. */
  'invisible_removed',
  'name_shortened',
  /** Two employees would have had the same file name; reported for both. */
  'duplicate_name',
  /** Without an employee number the file is named after the record's id. */
  'no_number',
  /** The name cannot be written with the target's letters, so it is the number or the id. */
  'name_unwritable',
  /** The photo is approved, but a new one has been requested. */
  'retake_requested',
  /** The photo's pixels differ from its configured size; the problem's values hold both. */
  'other_pixels',
] as const
export type NoticeCode = (typeof NOTICE_CODES)[number]

/** Notices that a file's name differs from the one the target's rule gives. */
const NAME_CHANGES: readonly string[] = [
  'name_changed',
  'invisible_removed',
  'name_shortened',
  'duplicate_name',
  'name_unwritable',
] satisfies NoticeCode[]

/** Reasons why an employee's photo cannot be used yet. */
const WAITING_CODES = ['not_approved', 'not_available', 'retake', 'no_cutout'] as const
type WaitingCode = (typeof WAITING_CODES)[number]

/** The photo is approved and available, but not with a transparent background. */
export const NO_CUTOUT = 'no_cutout' satisfies WaitingCode

/** The photo is approved, but the desk does not know the service's word for the employee's status. */
export const UNKNOWN_STATUS = 'unknown_status'

/** The photo may be approved, but the service's record is unclear (`whyHeldBack`). */
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

/**
 * Reasons in the service's record for leaving out an approved photo. With any other code, the photo may be available
 * next time.
 */
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
    // A removed employee's record has only the id left.
    name: [employee.last_name, employee.first_name].filter(Boolean).join(', '),
    code,
    file_name: fileName,
    ...(code === UNKNOWN_STATUS && { values: { status: toShortWord(employee.status) } }),
  }
}

/** True when the photo is in the archive and the problem is only a notice. */
export function isNotice(problem: ExportProblem): boolean {
  return problem.file_name !== null
}

export function isGone({ code }: Pick<ExportProblem, 'code'>): boolean {
  return code === 'not_found'
}

/** Counts the employees reported as deleted, each once. */
export function countGonePeople(problems: readonly ExportProblem[]): number {
  return new Set(problems.filter(isGone).map(({ employee_id }) => employee_id)).size
}

/** Counts the deleted employees among those whose photo the export should hold. */
export function countGone({ failed, problems }: Pick<Export, 'failed' | 'problems'>): number {
  // Employees requested by id who were deleted before the export started are not counted in `failed`.
  return Math.min(failed, countGonePeople(problems))
}

/** Uses the categories of the portrait tiles, so that the numbers match theirs. */
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

/** Returns one problem for each unreadable record; its employee is unknown. */
export function toUnreadable(count: number): ExportProblem[] {
  const problem = { employee_id: 0, mitarbeiternummer: '', name: '', code: UNREADABLE, file_name: null }
  return Array.from({ length: count }, () => problem)
}
