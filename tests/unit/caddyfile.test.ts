import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { IMPORT_BODY_LIMITS } from '#lib/contracts/imports.ts'
import { DROPPED_MAX_BYTES } from '#lib/http/read-input.ts'
import { PHOTO_DEADLINES } from '#lib/portrait-api/exchange.ts'

const CADDYFILE = readFileSync('deploy/Caddyfile', 'utf8').replaceAll(/^\s*#.*/gm, '')

/** A directive's number, which stands there once. */
function measureOf(directive: string, unit: string): number {
  const found = Array.from(
    CADDYFILE.matchAll(new RegExp(`^\\s*${directive} (\\d+)${unit}$`, 'gm')),
    ([, number]) => number,
  )
  expect(found, directive).toHaveLength(1)
  return Number(found[0])
}

test('the Caddy that we ship is never narrower than the desk, in bodies and in patience', () => {
  expect(measureOf('max_size', 'MiB') * 1024 * 1024).toBeGreaterThanOrEqual(
    IMPORT_BODY_LIMITS.bytes + DROPPED_MAX_BYTES,
  )
  expect(measureOf('response_header_timeout', 's') * 1000).toBeGreaterThanOrEqual(PHOTO_DEADLINES.totalMs)
  expect(measureOf('keepalive', 's') * 1000).toBeLessThan(createServer().keepAliveTimeout)
})
