import { globSync, readFileSync } from 'node:fs'
import { createServer, maxHeaderSize } from 'node:http'
import { describe, expect, test } from 'vitest'
import { IMPORT_BODY_LIMITS } from '#lib/contracts/imports.ts'
import { DROPPED_MAX_BYTES } from '#lib/http/read-input.ts'
import { PHOTO_DEADLINES } from '#lib/portrait-api/exchange.ts'

const CONF = readFileSync('deploy/nginx.conf', 'utf8').replaceAll(/#.*/g, '')
const UNITS: Record<string, number> = { k: 1024, m: 1024 * 1024, s: 1000, '': 1 }

/** Returns the values of every occurrence of a directive. */
function valuesOf(directive: string): string[] {
  const lines = CONF.matchAll(new RegExp(`(?<=^|[\\s;{])${directive}\\s+([^;]+);`, 'g'))
  return Array.from(lines, ([, value = '']) => value.trim())
}

/** Returns bytes or milliseconds of a directive that occurs once; the last of several values. */
function measureOf(directive: string): number {
  const [value, ...more] = valuesOf(directive)
  const [, number, unit = ''] = /(?:^| )(\d+)([kms]?)$/.exec(value ?? '') ?? []
  expect([directive, more, number], `${directive} ${value}`).toEqual([directive, [], expect.any(String)])
  return Number(number) * (UNITS[unit] ?? Number.NaN)
}

describe('nginx limits', () => {
  test('no handler takes a larger body than a list of people', () => {
    const named = globSync('app/api/**/route.ts').flatMap(path =>
      Array.from(readFileSync(path, 'utf8').matchAll(/bodyLimits: ([^ ,}]+)/g), ([, limit]) => limit),
    )
    expect(new Set(named)).toEqual(new Set(['IMPORT_BODY_LIMITS']))
  })

  test('nginx passes large bodies on, so that the desk itself refuses them', () => {
    expect(measureOf('client_max_body_size')).toBeGreaterThanOrEqual(
      IMPORT_BODY_LIMITS.bytes + DROPPED_MAX_BYTES,
    )
  })

  test('nginx accepts the headers of requests and answers', () => {
    expect(measureOf('large_client_header_buffers')).toBeGreaterThanOrEqual(maxHeaderSize)
    expect(measureOf('proxy_buffer_size')).toBeGreaterThanOrEqual(maxHeaderSize)
  })

  test('nginx waits as long as the desk may for a photo, and closes idle connections first', () => {
    expect(measureOf('proxy_read_timeout')).toBeGreaterThanOrEqual(PHOTO_DEADLINES.totalMs)
    expect(measureOf('keepalive_timeout')).toBeLessThan(createServer().keepAliveTimeout)
  })
})

test('nginx replaces the client address, and passes on no forged header', () => {
  const told = valuesOf('proxy_set_header').map(value => value.split(/\s+/))
  const forwarded = told.filter(([name]) => name?.startsWith('X-Forwarded-'))
  expect(Object.fromEntries(forwarded)).toEqual({
    'X-Forwarded-For': '$remote_addr',
    'X-Forwarded-Proto': '$scheme',
    'X-Forwarded-Host': '$host',
  })
})
