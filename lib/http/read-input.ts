import 'server-only'
import type { z } from 'zod/mini'
import { DeskError, type ErrorCode } from '#lib/errors.ts'

/** Maximum number of fields with errors in an answer: more are neither shown in a form nor fixed by hand. */
export const FIELDS_TOLD_MAX = 20

/** Limits of a body that are checked before it is parsed. */
export type BodyLimits = {
  bytes: number
  /** Everything between commas and colons, including field names. */
  values: number
  /** Field names of all objects together. */
  fields: number
}

/** Deeper than any body that the desk accepts. */
const DEPTH_MAX = 16

const QUOTE = 0x22

const BACKSLASH = 0x5c

/** One half of a surrogate pair, as JSON.stringify writes it (RFC 8259, section 8.2). */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

/** 200 employees with every field at its maximum length in four-byte characters, or 100,000 employee ids. */
const BODY_LIMITS: BodyLimits = { bytes: 1024 * 1024, values: 101_000, fields: 5_000 }
/** Limits for a request without a session. */
export const FORM_LIMITS: BodyLimits = { bytes: 16 * 1024, values: 100, fields: 100 }
/**
 * Maximum number of bytes of an unread body that are received and dropped. Clients such as browsers read an answer only
 * after sending everything. Without this they would wait for a connection that is not read, and lose the answer when it
 * is reset (RFC 9112, section 9.6).
 */
export const DROPPED_MAX_BYTES = 8 * 1024 * 1024

/** Parses, or throws the code with a reason for each field; batches give `employees.<index>.<field>`. */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  code: ErrorCode = 'invalid',
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const reasons = new Map<string, string[]>()
  for (const issue of parsed.error.issues)
    for (const [path, reason] of explain(issue)) {
      const field = path.join('.') || 'body'
      reasons.set(field, [...(reasons.get(field) ?? []), reason])
    }
  throw new DeskError(code, { errors: Object.fromEntries(reasons) })
}

/** Splits unknown fields, which are one issue of zod with all their names, into one short reason each. */
function explain(issue: z.core.$ZodIssue): [path: PropertyKey[], reason: string][] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path, issue.message]]
  return issue.keys.slice(0, FIELDS_TOLD_MAX + 1).map(key => [[...issue.path, key], 'Unknown field.'])
}

/** Reads query parameters. A repeated one is refused, because the service and the desk might use different values. */
export function readQuery(url: string): Record<string, string> {
  const query = new Map<string, string>()
  for (const [name, value] of new URL(url).searchParams) {
    if (query.has(name)) throw new DeskError('invalid', { errors: { [name]: ['Given twice.'] } })
    query.set(name, value)
  }
  return Object.fromEntries(query)
}

/** Reads a JSON body within its limits, counted while it arrives. Never keeps more. */
export async function readJsonBody(request: Request, limits = BODY_LIMITS): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' || !request.body) throw new DeskError('invalid_json')
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of request.body.values({ preventCancel: true })) {
    received += chunk.byteLength
    if (received > limits.bytes) break
    chunks.push(chunk)
  }
  if (received > limits.bytes) throw new DeskError('body_too_large')
  return parseJson(Buffer.concat(chunks), limits)
}

/** Receives and drops the unread body before a request is refused. */
export async function dropBody({ body }: Request): Promise<void> {
  if (!body) return
  let dropped = 0
  try {
    for await (const chunk of body) {
      dropped += chunk.byteLength
      if (dropped > DROPPED_MAX_BYTES) return
    }
  } catch {
    // The client has disconnected, or the body has been read.
  }
}

/**
 * Parses JSON within the limits, which are counted in the bytes before any object exists. Throws `invalid_json` with
 * the reason under `body`.
 */
function parseJson(bytes: Buffer, limits: BodyLimits): unknown {
  requireModest(bytes, limits)
  let parsed: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    parsed = JSON.parse(text)
    if (!/\\ud/i.test(text) || !LONE_SURROGATE.test(JSON.stringify(parsed))) return parsed
  } catch {
    throw new DeskError('invalid_json')
  }
  throw refuse('Half a character: a surrogate without its other half.')
}

/** Counts depth, fields and values only; the parser decides whether it is JSON. */
function requireModest(bytes: Buffer, { values, fields }: BodyLimits): void {
  let depth = 0
  let separators = 0
  let names = 0
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        depth += 1
        if (depth > DEPTH_MAX) throw refuse('Nested too deeply.')
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1
        break
      case 0x2c: // ,
        separators += 1
        break
      case 0x3a: // :
        names += 1
        break
    }
    if (names > fields) throw refuse('Too many fields.')
    if (separators + names > values) throw refuse('Too many values.')
  }
}

/** Returns the index of the closing quote of the string that begins at `start`, or the end of the input. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return bytes.length
}

function refuse(reason: string): DeskError {
  return new DeskError('invalid_json', { errors: { body: [reason] } })
}
