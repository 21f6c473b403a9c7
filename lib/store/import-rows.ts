import 'server-only'
import { z } from 'zod'
import { importValuesSchema, rowProblemSchema } from '#lib/contracts/import-rows.ts'
import { IMPORT_PAUSE_REASONS, IMPORT_STATES, ROW_OUTCOMES } from '#lib/contracts/imports.ts'
import { employeeInputSchema, employeeUpdateSchema } from '#lib/portrait-api/input-contract.ts'
import { json } from './json-column.ts'

const flag = z.number().transform(Boolean)

export const importRecord = z.object({
  id: z.string(),
  owner_id: z.string(),
  owner_email: z.string(),
  project_id: z.number(),
  /** As it was called then. */
  project: json(z.object({ projektnummer: z.string(), name: z.string() })),
  /** Whose account it goes into: another key may mean other projects by the same ids. */
  key_fingerprint: z.string(),
  file_name: z.string(),
  columns: json(z.array(z.string())),
  state: z.enum(IMPORT_STATES),
  pause_reason: z.enum(IMPORT_PAUSE_REASONS).nullable(),
  error: z.string().nullable(),
  /** Rows that the last start was about. */
  planned: z.number(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** When a person or the sending last did something with it; its time to be deleted counts from here. */
  touched_at: z.string(),
})

const rowShape = {
  row: z.number(),
  cells: json(z.array(z.string())),
  /** The values of the fields, uncleaned. */
  given: json(importValuesSchema),
  excluded: flag,
  outcome: z.enum(ROW_OUTCOMES).nullable(),
  problems: json(z.array(rowProblemSchema)),
  in_flight: flag,
  employee_id: z.number().nullable(),
  mitarbeiternummer: z.string().nullable(),
  invitation_resent: flag,
}

/** A row as the table has it; what it is to be sent as is read only where it is sent. */
export const importRowRecord = z.object(rowShape)

/** A row that is to be sent. */
export const taskRecord = z.discriminatedUnion('task', [
  z.object({ ...rowShape, task: z.literal('create'), input: json(employeeInputSchema) }),
  z.object({
    ...rowShape,
    task: z.literal('update'),
    input: json(employeeUpdateSchema),
    employee_id: z.number(),
  }),
])

export type ImportRecord = z.output<typeof importRecord>
export type ImportRowRecord = z.output<typeof importRowRecord>
export type TaskRecord = z.output<typeof taskRecord>
export type CreateTask = Extract<TaskRecord, { task: 'create' }>
export type UpdateTask = Extract<TaskRecord, { task: 'update' }>

/** What was decided about a row when the person pressed the button. */
export type RowPlan = Pick<ImportRowRecord, 'row' | 'outcome' | 'problems' | 'employee_id'> & {
  task: TaskRecord['task'] | null
  input: unknown
}

/** What has become of a row. */
export type RowResult = Pick<ImportRowRecord, 'row' | 'outcome'> &
  Partial<Pick<ImportRowRecord, 'problems' | 'employee_id' | 'mitarbeiternummer' | 'invitation_resent'>>
