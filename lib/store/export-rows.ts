import 'server-only'
import { z } from 'zod'
import { PAUSE_REASONS } from './enums.ts'
import { cancelledBy } from './job-states.ts'
import { json } from './table.ts'

/** The fields of a problem that the store itself needs; `lib/exports` defines the codes. */
const problem = z.object({
  employee_id: z.number(),
  mitarbeiternummer: z.string(),
  name: z.string(),
  code: z.string(),
  file_name: z.string().nullable(),
  /** Values in its sentence besides the employee. */
  values: z.record(z.string(), z.string()).optional(),
})

const pixels = z.object({ width: z.number(), height: z.number() })
/** An image size as the service had it at that time. */
const size = z.object({ index: z.number(), label: z.string(), ...pixels.shape })

/** Bytes from `first` up to, but not including, `end`. */
const range = z.object({ first: z.number(), end: z.number() })

const part = z.object({
  file_name: z.string(),
  photos: z.number(),
  bytes: z.number(),
  /** True for an archive with the report alone, which not every account that may see the photos may read. */
  report: z.boolean().default(false),
  /** Entity tag of the current archive; empty when an older desk has made it. */
  etag: z.string().default(''),
  /** Ranges of it that were sent so far, ordered and not adjacent. */
  sent: z.array(range).default([]),
})

export const exportRow = z.object({
  id: z.string(),
  owner_id: z.string(),
  owner_email: z.string(),
  project_id: z.number(),
  /** The project as the reports in the archives name it. */
  project: json(z.object({ projektnummer: z.string(), name: z.string() })),
  /** The key whose photo folder holds the photos. */
  key_fingerprint: z.string(),
  /** Parsed in `lib/exports/contract.ts`. */
  request: json(z.unknown()),
  /**
   * The configured size of the photos; null for full size or a size of the target's own. `before`: its first value if
   * it changed.
   */
  size: json(size.extend({ before: size.nullable() })).nullable(),
  /** Common start of the archives' names, without `_1-of-3.zip`. */
  file_stem: z.string(),
  state: z.enum(['preparing', 'paused', 'ready', 'failed', 'cancelled', 'expired']),
  pause_reason: z.enum(PAUSE_REASONS).nullable(),
  error: z.string().nullable(),
  /** Null until the list of employees was read. */
  total: z.number().nullable(),
  done: z.number(),
  failed: z.number(),
  bytes: z.number(),
  problems: json(z.array(problem)),
  /** Employees whose photo was not ready when the plan was made. */
  waiting: json(z.array(problem)),
  parts: json(z.array(part)),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  cancelled_by: cancelledBy,
  /** When all of it had been downloaded for the first time. */
  downloaded_at: z.string().nullable(),
  /** When its archives were last rebuilt with different content; null while they are unchanged. */
  renewed_at: z.string().nullable(),
})

/** An employee as the service returned them when the plan was made; names, manifests and reports use it. */
const employee = z.object({
  id: z.number(),
  project_id: z.number(),
  mitarbeiternummer: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  locale: z.string().nullable(),
  status: z.string(),
  invited_at: z.string().nullable(),
  uploaded_at: z.string().nullable(),
  photo: z.object({
    approved: z.boolean(),
    edited_at: z.string().nullable(),
    standard_url: z.string().nullable(),
    transparent_url: z.string().nullable(),
  }),
})

export const entryRow = z.object({
  position: z.number(),
  employee_id: z.number(),
  employee: json(employee),
  edited_at: z.string(),
  variant: z.enum(['standard', 'transparent']),
  /** Size of the service's photo and size of the file received; null for full size, and before the file has arrived. */
  size: json(size).nullable(),
  pixels: json(pixels).nullable(),
  /** Parsed by `lib/exports/render`; null for the service's own bytes. */
  rendering: json(z.unknown()).nullable(),
  file_name: z.string(),
  /** Counts from 1; 0 while it is unknown. */
  part: z.number(),
  state: z.enum(['waiting', 'done', 'failed']),
  problem: z.string().nullable(),
  bytes: z.number().nullable(),
  crc32: z.number().nullable(),
  sha256: z.string().nullable(),
  /** The photo that was last sent with the archive, and its file name; null while none was sent. */
  given_edited_at: z.string().nullable(),
  given_file_name: z.string().nullable(),
})

/** The fields of an entry that identify its file, without the employee: a large archive has many records. */
export const fileRow = entryRow.omit({ employee: true })

export type ExportRow = z.output<typeof exportRow>
export type EntryRow = z.output<typeof entryRow>
export type FileRow = z.output<typeof fileRow>
export type ExportPart = z.output<typeof part>
export type SentRange = z.output<typeof range>
/** A text of the desk inside an archive, such as the report, a manifest or a script. */
export type TextRow = { part: number; name: string; content: Uint8Array }

/** Result of one entry. */
export type EntryChange = Pick<
  EntryRow,
  'position' | 'state' | 'problem' | 'pixels' | 'bytes' | 'crc32' | 'sha256'
>
