import { extensionOf, toVersion } from '#lib/photos/photo-version.ts'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import type { ExportProblem } from './contract.ts'
import { toSafeName } from './safe-name.ts'
import { UniqueNames } from './unique-names.ts'

export type ExportEntry = { employee: Employee; editedAt: string; fileName: string }
export type ExportPlan = { entries: ExportEntry[]; problems: ExportProblem[] }

export type PlanOptions = {
  variant: PhotoVariant
  /** Only these people; undefined means everybody whose photo is ready. */
  employeeIds?: number[]
}

/**
 * Decides, without fetching anything, whose photo goes into the archive and under which name. Pure: the same people
 * and options give the same plan. Everybody who was asked for is either an entry or a problem.
 */
export function planExport(employees: Employee[], { variant, employeeIds }: PlanOptions): ExportPlan {
  const wanted = employeeIds && new Set(employeeIds)
  const names = new UniqueNames()
  const plan: ExportPlan = { entries: [], problems: [] }
  for (const employee of [...employees].sort((a, b) => a.id - b.id)) {
    if (wanted && !wanted.has(employee.id)) continue
    const editedAt = toVersion(employee.photo, variant)
    if (!editedAt) {
      if (wanted) plan.problems.push(toProblem(employee, whyNotReady(employee), null))
      continue
    }
    const plainName = `${employee.mitarbeiternummer}.${extensionOf(variant)}`
    const fileName = names.take(toFileName(employee, variant))
    plan.entries.push({ employee, editedAt, fileName })
    if (fileName !== plainName) plan.problems.push(toProblem(employee, 'name_changed', fileName))
  }
  const known = new Set(employees.map(({ id }) => id))
  for (const id of wanted ?? [])
    if (!known.has(id))
      plan.problems.push({
        employee_id: id,
        mitarbeiternummer: '',
        name: '',
        code: 'not_found',
        file_name: null,
      })
  return plan
}

export function toProblem(employee: Employee, code: string, fileName: string | null): ExportProblem {
  return {
    employee_id: employee.id,
    mitarbeiternummer: employee.mitarbeiternummer,
    name: `${employee.last_name}, ${employee.first_name}`,
    code,
    file_name: fileName,
  }
}

function whyNotReady({ photo }: Employee): string {
  return photo.edited_at && !photo.approved ? 'not_approved' : 'not_available'
}

function toFileName({ id, mitarbeiternummer }: Employee, variant: PhotoVariant): string {
  return toSafeName(mitarbeiternummer, extensionOf(variant), `employee-${id}`)
}
