import 'server-only'
import { z } from 'zod'
import { cancelledBy } from './job-states.ts'
import { json } from './table.ts'
import { PAUSE_REASONS } from './words.ts'

/** What the store itself needs of a problem; `lib/exports` knows what its codes mean. */
const problem = z.object({
  employee_id: z.number(),
  mitarbeiternummer: z.string(),
  name: z.string(),
  code: z.string(),
  file_name: z.string().nullable(),
  /** What its sentence names beside the person. */
  values: z.record(z.string(), z.string()).optional(),
})

const pixels = z.object({ width: z.number(), height: z.number() })
/** A size as the service had it then. */
const size = z.object({ index: z.number(), label: z.string(), ...pixels.shape })

/** Bytes from `first` up to, not including, `end`. */
const range = z.object({ first: z.number(), end: z.number() })

const part = z.object({
  file_name: z.string(),
  photos: z.number(),
  bytes: z.number(),
  /** It holds the report alone, which is not for everybody who may see the photos. */
  report: z.boolean().default(false),
  /** Of the archive as it is now; empty when an older desk has made it. */
  etag: z.string().default(''),
  /** What of it has gone out so far, in order and apart from each other. */
  sent: z.array(range).default([]),
})

export const exportRow = z.object({
  id: z.string(),
  owner_id: z.string(),
  owner_email: z.string(),
  project_id: z.number(),
  /** As the reports of the archives name it. */
  project: json(z.object({ projektnummer: z.string(), name: z.string() })),
  /** Whose photo folder holds its photos. */
  key_fingerprint: z.string(),
  /** As `lib/exports/contract.ts` has it; parsed there. */
  request: json(z.unknown()),
  /** The configured size of its photos, and which it was at first; null for the full size or one of the target's own. */
  size: json(size.extend({ before: size.nullable() })).nullable(),
  /** Of the archives' names, without `_1-of-3.zip`. */
  file_stem: z.string(),
  state: z.enum(['preparing', 'paused', 'ready', 'failed', 'cancelled', 'expired']),
  pause_reason: z.enum(PAUSE_REASONS).nullable(),
  error: z.string().nullable(),
  /** Null while the list of people has not been read. */
  total: z.number().nullable(),
  done: z.number(),
  failed: z.number(),
  bytes: z.number(),
  problems: json(z.array(problem)),
  /** Whose photo was not ready when the plan was made. */
  waiting: json(z.array(problem)),
  parts: json(z.array(part)),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  cancelled_by: cancelledBy,
  /** When all of it had gone out for the first time. */
  downloaded_at: z.string().nullable(),
  /** When its archives were last made again with something else in them; null while they are as they first were. */
  renewed_at: z.string().nullable(),
})

/** A person as the service had them when the plan was made; names, manifests and reports come from it. */
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
  /** Of the service's photo, and what it has really sent; null for the full size, and while it has not come. */
  size: json(size).nullable(),
  pixels: json(pixels).nullable(),
  /** Parsed by `lib/exports/render`; null for the service's own bytes. */
  rendering: json(z.unknown()).nullable(),
  file_name: z.string(),
  /** From 1; 0 while nobody knows. */
  part: z.number(),
  state: z.enum(['waiting', 'done', 'failed']),
  problem: z.string().nullable(),
  bytes: z.number().nullable(),
  crc32: z.number().nullable(),
  sha256: z.string().nullable(),
  /** Which photo has gone out with the archive last, and as which file; null while none has. */
  given_edited_at: z.string().nullable(),
  given_file_name: z.string().nullable(),
})

/** Of an entry, all that its file is known by: people's records of a whole archive are many. */
export const fileRow = entryRow.omit({ employee: true })

export type ExportRow = z.output<typeof exportRow>
export type EntryRow = z.output<typeof entryRow>
export type FileRow = z.output<typeof fileRow>
export type ExportPart = z.output<typeof part>
export type SentRange = z.output<typeof range>
/** A text of the desk inside an archive: the report, a manifest, a script. */
export type TextRow = { part: number; name: string; content: Uint8Array }

/** What has become of one entry. */
export type EntryChange = Pick<
  EntryRow,
  'position' | 'state' | 'problem' | 'pixels' | 'bytes' | 'crc32' | 'sha256'
>
