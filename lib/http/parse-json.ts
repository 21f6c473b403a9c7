import 'server-only'
import { DeskError } from '#lib/errors.ts'

/** What a body may cost before anybody looks into it. */
export type BodyLimits = {
  bytes: number
  /** Everything between commas and colons, names of fields too. */
  values: number
  /** Names of fields, of all objects together. */
  fields: number
}

/** Deeper than any body of ours goes. */
const DEPTH_MAX = 16

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** A half of a character that takes two, as JSON.stringify writes it (RFC 8259, section 8.2). */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

/**
 * JSON that costs no more than its limits: they are counted in the bytes, before there is an object. Throws
 * `invalid_json`, with the reason under `body`.
 */
export function parseJson(bytes: Buffer, limits: BodyLimits): unknown {
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

/** Counts without understanding: whether it is JSON at all is for the parser to say. */
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

/** Where the text that begins here has its closing quote, or the end of everything. */
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
