import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import { withoutInvisible } from '#lib/text/invisible.ts'
import { toDay } from '#lib/text/iso-time.ts'
import type { Naming } from './naming.ts'
import { fillTemplate, type Placeholder, type TemplatePart } from './template.ts'

/**
 * Number of characters read from a name. A file name keeps 190 of them, and a template may repeat fields of any length.
 */
const READ_MAX = 2_000

/** Placeholder values that are the same for all employees of one export. */
export type PlaceholderFacts = {
  project: Pick<Project, 'projektnummer' | 'name'>
  createdAt: Date
  /** Time zone of the desk, in which days are computed. */
  timeZone: string
}

/**
 * Formats an employee's name by a template, with the chosen letter case and zero padding. `hasNumber` is false when the
 * template uses the employee number and this employee has none.
 */
export function toPersonName(
  employee: Employee,
  template: TemplatePart[],
  { naming, facts }: { naming: Naming; facts: PlaceholderFacts & { editedAt: string } },
): { text: string; hasNumber: boolean } {
  const usesNumber = template.some(part => 'placeholder' in part && part.placeholder === 'mitarbeiternummer')
  const text = fillTemplate(template, name => placeholderValue(name, employee, { ...facts, pad: naming.pad }))
  const hasNumber = !usesNumber || withoutInvisible(employee.mitarbeiternummer).trim() !== ''
  return { text: toLetterCase(text.slice(0, READ_MAX).normalize('NFC'), naming.letter_case), hasNumber }
}

export function placeholderValue(
  name: Placeholder,
  employee: Employee,
  { project, createdAt, timeZone, editedAt, pad }: PlaceholderFacts & { editedAt: string; pad: number },
): string {
  switch (name) {
    case 'mitarbeiternummer':
      return padNumber(employee.mitarbeiternummer, pad)
    case 'first_name':
    case 'last_name':
    case 'email':
      return employee[name].trim()
    case 'email_local':
      return employee.email.trim().replace(/@[^@]*$/, '')
    case 'id':
      return String(employee.id)
    case 'project':
      return project.projektnummer
    case 'project_name':
      return project.name
    case 'date':
      return toDay(createdAt, timeZone)
    case 'edited':
      // An employee without a photo has no day of editing.
      return editedAt && toDay(new Date(editedAt), timeZone)
  }
}

export function toLetterCase(text: string, letterCase: Naming['letter_case']): string {
  if (letterCase === 'keep') return text
  return letterCase === 'upper' ? text.toUpperCase() : text.toLowerCase()
}

/** Pads only numbers of digits: zeros in front of `MA--017` would make it a different number. */
function padNumber(number: string, digits: number): string {
  return /^\d+$/.test(number) ? number.padStart(digits, '0') : number
}
