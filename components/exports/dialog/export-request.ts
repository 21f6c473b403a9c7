import { z } from 'zod/mini'
import {
  type ExportFilters,
  type ExportRequestInput,
  type ExportTarget,
  exportRequestSchema,
} from '#lib/exports/contract.ts'
import { namingSchema } from '#lib/exports/naming/naming.ts'
import type { AppLocale } from '#lib/locales.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

/** The project and the employees of the dialog. */
export type ExportSubject = {
  project: Project
  /** Current filters of the table; offered as a scope if they hide employees. */
  filters?: ExportFilters | undefined
  /** The selected employees; offered and preselected if there are any. */
  people?: readonly number[] | undefined
  /** Target for which the dialog preselects photos that are new or changed since its last export. */
  newFor?: string | undefined
}

/** The request's own schema; the form holds every choice, including those that the target prescribes. */
export const exportFormSchema = z.required(
  z.extend(exportRequestSchema, { naming: z.required(namingSchema) }),
)
export type ExportFormValues = z.infer<typeof exportFormSchema>

/** Returns a target's default values. */
export function targetValues({ id, naming, variant }: ExportTarget) {
  return { target: id, naming, variant, size: 'auto' } as const
}

export function firstValues(
  target: ExportTarget,
  {
    projectId,
    people,
    since,
    locale,
  }: { projectId: number; people: readonly number[]; since?: string | undefined; locale: AppLocale },
): ExportFormValues {
  return {
    project_id: projectId,
    scope: since
      ? { kind: 'since', export_id: since }
      : people.length > 0
        ? { kind: 'people', employee_ids: [...people] }
        : { kind: 'approved' },
    locale,
    ...targetValues(target),
  }
}

/** Returns the request to send, without the values that the target prescribes. */
export function toExportRequest(values: ExportFormValues, target: ExportTarget): ExportRequestInput {
  const { naming, variant, size, ...rest } = values
  const may = (name: ExportTarget['overrides'][number]) => target.overrides.includes(name)
  return {
    ...rest,
    ...(may('naming') && { naming: target.flat ? { ...naming, folder: 'none' } : naming }),
    ...(may('variant') && { variant }),
    ...(may('size') && { size }),
  }
}
