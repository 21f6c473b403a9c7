import 'server-only'
import { z } from 'zod'
import { cancelledBy } from './job-states.ts'
import { flag, json } from './table.ts'
import { IMPORT_FIELDS, IMPORT_PAUSE_REASONS, IMPORT_STATES, PROBLEM_CODES, ROW_OUTCOMES } from './words.ts'

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
  cancelled_by: cancelledBy,
  /** When a person or the sending last did something with it; its time to be deleted counts from here. */
  touched_at: z.string(),
})

/** What the checks or the service have against a row; `lib/contracts/import-rows.ts` says what each field means. */
const problem = z.object({
  field: z.enum(IMPORT_FIELDS).nullable(),
  code: z.enum(PROBLEM_CODES),
  rows: z.array(z.number()).optional(),
  employee_id: z.number().optional(),
  reason: z.string().optional(),
  warning: z.boolean().optional(),
})

/** A new person as they are sent to the service. */
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
  /** The values of the fields, uncleaned. */
  given: json(z.record(z.enum(IMPORT_FIELDS), z.string())),
  excluded: flag,
  /** Which change of somebody who is there shall be made (`lib/contracts/import-rows.ts`). */
  chosen_change: z.string().nullable(),
  outcome: z.enum(ROW_OUTCOMES).nullable(),
  problems: json(z.array(problem)),
  in_flight: flag,
  employee_id: z.number().nullable(),
  mitarbeiternummer: z.string().nullable(),
  invitation_resent: flag,
}

/** A row as the table has it; what it is to be sent as is read only where it is sent. */
export const importRowRecord = z.object(rowShape)

/** A row that is to be sent. */
export const taskRecord = z.discriminatedUnion('task', [
  z.object({ ...rowShape, task: z.literal('create'), input: json(input) }),
  z.object({
    ...rowShape,
    task: z.literal('update'),
    /** `from`: what the person saw there when they chose the change; tasks of an older version have none. */
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

/** What was decided about a row when the person pressed the button. */
export type RowPlan = Pick<ImportRowRecord, 'row' | 'outcome' | 'problems' | 'employee_id'> & {
  /** Of who turns out to be made already. */
  mitarbeiternummer?: string | null | undefined
  task: TaskRecord['task'] | null
  input: unknown
}

type RowFacts = Pick<ImportRowRecord, 'row'> &
  Partial<Pick<ImportRowRecord, 'problems' | 'employee_id' | 'mitarbeiternummer' | 'invitation_resent'>>

/** What has become of a row. Nobody is told as made or as found who is not known to be there. */
export type RowResult =
  | (RowFacts & { outcome: 'created' | 'already_there'; employee_id: number })
  | (RowFacts & { outcome: Exclude<ImportRowRecord['outcome'], 'created' | 'already_there'> })
