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

/** Whose photos the dialog is opened for. */
export type ExportSubject = {
  project: Project
  /** What the table shows at present; offered when it is not everybody. */
  filters?: ExportFilters | undefined
  /** Who is selected; offered, and chosen at first, when there is anybody. */
  people?: readonly number[] | undefined
  /** The system that is to get what is new or changed since it got photos last; chosen at first. */
  newFor?: string | undefined
}

/** The request's own schema; the form holds every choice, also those that the target has taken already. */
export const exportFormSchema = z.required(
  z.extend(exportRequestSchema, { naming: z.required(namingSchema) }),
)
export type ExportFormValues = z.infer<typeof exportFormSchema>

/** What a target has before anybody has changed anything. */
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

/** What is sent; what the target prescribes is left to it. */
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
