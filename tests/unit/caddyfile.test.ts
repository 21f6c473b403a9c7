import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { IMPORT_BODY_LIMITS } from '#lib/contracts/imports.ts'
import { DROPPED_MAX_BYTES } from '#lib/http/read-input.ts'
import { PHOTO_DEADLINES } from '#lib/portrait-api/exchange.ts'

/** The Caddyfile of a single desk, and the one of compose.yaml. */
const FILES = ['Caddyfile', 'desks.Caddyfile']

/** The number of a directive that occurs once. */
function measureOf(file: string, directive: string, unit: string): number {
  const text = readFileSync(`deploy/${file}`, 'utf8').replaceAll(/^\s*#.*/gm, '')
  const found = Array.from(
    text.matchAll(new RegExp(`^\\s*${directive} (\\d+)${unit}$`, 'gm')),
    ([, number]) => number,
  )
  expect(found, directive).toHaveLength(1)
  return Number(found[0])
}

test.each(FILES)('the shipped Caddy is never stricter than the desk, in bodies and in timeouts: %s', file => {
  expect(measureOf(file, 'max_size', 'MiB') * 1024 * 1024).toBeGreaterThanOrEqual(
    IMPORT_BODY_LIMITS.bytes + DROPPED_MAX_BYTES,
  )
  expect(measureOf(file, 'response_header_timeout', 's') * 1000).toBeGreaterThanOrEqual(
    PHOTO_DEADLINES.totalMs,
  )
  expect(measureOf(file, 'keepalive', 's') * 1000).toBeLessThan(createServer().keepAliveTimeout)
})
