/**
 * The party that does the next step for an employee, by the state of their photo. The texts under `glossary` explain
 * each term and its next step. From specification sections 1 and 3: the service invites and edits, employees send
 * photos and approve.
 */
import type { Employee } from './contract.ts'
import { getPortraitStatus } from './portrait-status.ts'

export const GLOSSARY = {
  uninvited: 'service',
  pending: 'person',
  uploaded: 'service',
  edited: 'person',
  approved: 'desk',
  retake: 'person',
  other: 'administrator',
} as const

export type GlossaryTerm = keyof typeof GLOSSARY

/** The terms in the order of an employee's progress. */
export const GLOSSARY_TERMS: readonly GlossaryTerm[] = [
  'uninvited',
  'pending',
  'uploaded',
  'edited',
  'approved',
  'retake',
  'other',
]

/** The term for an employee: one who has sent no photo may not be invited yet. */
export function toGlossaryTerm(employee: Pick<Employee, 'status' | 'photo' | 'invited_at'>): GlossaryTerm {
  const status = getPortraitStatus(employee)
  return status === 'pending' && employee.invited_at === null ? 'uninvited' : status
}
