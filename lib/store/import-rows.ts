import 'server-only'
import { z } from 'zod'
import { IMPORT_FIELDS, IMPORT_PAUSE_REASONS, IMPORT_STATES, PROBLEM_CODES, ROW_OUTCOMES } from './enums.ts'
import { cancelledBy } from './job-states.ts'
import { flag, json } from './table.ts'

export const importRecord = z.object({
  id: z.string(),
  owner_id: z.string(),
  owner_email: z.string(),
  project_id: z.number(),
  /** The project's number and name at that time. */
  project: json(z.object({ projektnummer: z.string(), name: z.string() })),
  /** The key whose service account receives the rows: with another key the same id may mean another project. */
  key_fingerprint: z.string(),
  file_name: z.string(),
  columns: json(z.array(z.string())),
  state: z.enum(IMPORT_STATES),
  pause_reason: z.enum(IMPORT_PAUSE_REASONS).nullable(),
  error: z.string().nullable(),
  /** Rows that the last start included. */
  planned: z.number(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  cancelled_by: cancelledBy,
  /** When a user or the sending last changed it; the time until deletion counts from here. */
  touched_at: z.string(),
})

/** An error or warning of the checks or of the service; `lib/contracts/import-rows.ts` explains each field. */
const problem = z.object({
  field: z.enum(IMPORT_FIELDS).nullable(),
  code: z.enum(PROBLEM_CODES),
  rows: z.array(z.number()).optional(),
  employee_id: z.number().optional(),
  reason: z.string().optional(),
  warning: z.boolean().optional(),
})

/** A new employee as sent to the service. */
const input = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mitarbeiternummer: z.string().optional(),
  locale: z.enum(['de', 'en']).nullable().optional(),
})

const rowShape = {
  row: z.number(),
  cells: json(z.array(z.string())),
  /** The values of the fields before cleaning. */
  given: json(z.record(z.enum(IMPORT_FIELDS), z.string())),
  excluded: flag,
  /** The chosen change of an existing employee (`lib/contracts/import-rows.ts`). */
  chosen_change: z.string().nullable(),
  outcome: z.enum(ROW_OUTCOMES).nullable(),
  problems: json(z.array(problem)),
  in_flight: flag,
  employee_id: z.number().nullable(),
  mitarbeiternummer: z.string().nullable(),
  invitation_resent: flag,
}

/** A row as the table shows it; the input for the service is read only when the row is sent. */
export const importRowRecord = z.object(rowShape)

/** A row that is to be sent. */
export const taskRecord = z.discriminatedUnion('task', [
  z.object({ ...rowShape, task: z.literal('create'), input: json(input) }),
  z.object({
    ...rowShape,
    task: z.literal('update'),
    /** `from`: the values that the user saw when they chose the change; tasks of an older version have none. */
    input: json(
      input.partial().extend({ from: z.partialRecord(z.enum(IMPORT_FIELDS), z.string()).optional() }),
    ),
    employee_id: z.number(),
  }),
])

export type ImportRecord = z.output<typeof importRecord>
export type ImportRowRecord = z.output<typeof importRowRecord>
export type TaskRecord = z.output<typeof taskRecord>
export type CreateTask = Extract<TaskRecord, { task: 'create' }>
export type UpdateTask = Extract<TaskRecord, { task: 'update' }>

/** The decisions about a row at the time when the user started the import. */
export type RowPlan = Pick<ImportRowRecord, 'row' | 'outcome' | 'problems' | 'employee_id'> & {
  /** Employee number, when the employee turns out to exist already. */
  mitarbeiternummer?: string | null | undefined
  task: TaskRecord['task'] | null
  input: unknown
}

type RowFacts = Pick<ImportRowRecord, 'row'> &
  Partial<Pick<ImportRowRecord, 'problems' | 'employee_id' | 'mitarbeiternummer' | 'invitation_resent'>>

/** Result of a row. `created` and `already_there` require the id of an employee who is known to exist. */
export type RowResult =
  | (RowFacts & { outcome: 'created' | 'already_there'; employee_id: number })
  | (RowFacts & { outcome: Exclude<ImportRowRecord['outcome'], 'created' | 'already_there'> })
