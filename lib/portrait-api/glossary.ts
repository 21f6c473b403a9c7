/**
 * Who does the next step, by where somebody's photo stands; what each word means and what happens then is told by the texts
 * under `glossary`. From specification sections 1 and 3: the service invites and edits, employees hand in and approve.
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

/** In the order in which somebody passes through them. */
export const GLOSSARY_TERMS: readonly GlossaryTerm[] = [
  'uninvited',
  'pending',
  'uploaded',
  'edited',
  'approved',
  'retake',
  'other',
]

/** The word that explains this person: who waits for a photo may still wait for the invitation. */
export function toGlossaryTerm(employee: Pick<Employee, 'status' | 'photo' | 'invited_at'>): GlossaryTerm {
  const status = getPortraitStatus(employee)
  return status === 'pending' && employee.invited_at === null ? 'uninvited' : status
}
