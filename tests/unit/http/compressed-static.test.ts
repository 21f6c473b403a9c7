import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { leadToCompressed, listCompressedStatic } from '#lib/http/compressed-static.ts'
import { compressStatic } from '#scripts/compress-static.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const SCRIPT = 'console.log("a");'.repeat(100)

async function build() {
  const distDir = createTempFolder()
  mkdirSync(join(distDir, 'static/chunks'), { recursive: true })
  for (const name of ['a.js', 'b.css', 'c.woff2', 'a.js.map'])
    writeFileSync(join(distDir, 'static/chunks', name), SCRIPT)
  await compressStatic({ distDir })
  return { distDir, compressed: listCompressedStatic(distDir) }
}

async function ask(url: string, acceptEncoding?: string, basePath = '') {
  const { compressed } = await build()
  const request = { url, headers: { 'accept-encoding': acceptEncoding } } as unknown as IncomingMessage
  const headers: Record<string, unknown> = {}
  const response = {
    setHeader: (name: string, value: unknown) => {
      headers[name] = value
    },
  } as unknown as ServerResponse
  leadToCompressed(request, response, { compressed, basePath })
  return { url: request.url, headers }
}

test('a build has every script and style twice more, with the same bytes in them, and nothing else', async () => {
  const { distDir, compressed } = await build()
  expect([...compressed.keys()].sort()).toEqual(['/_next/static/chunks/a.js', '/_next/static/chunks/b.css'])
  const read = (ending: string) => readFileSync(join(distDir, `static/chunks/a.js.${ending}`))
  expect(brotliDecompressSync(read('br')).toString()).toBe(SCRIPT)
  expect(gunzipSync(read('gz')).toString()).toBe(SCRIPT)
})

describe('a request for a script', () => {
  test('below a path is led to the one below that path', async () => {
    const { url } = await ask('/portraits/_next/static/chunks/a.js?v=1', 'br', '/portraits')
    expect(url).toBe('/portraits/_next/static/chunks/a.js.br?v=1')
    const outside = await ask('/_next/static/chunks/a.js', 'br', '/portraits')
    expect(outside).toEqual({ url: '/_next/static/chunks/a.js', headers: {} })
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gz'],
    ['br;q=0, gzip;q=0.5', 'gz'],
    ['GZIP ; q=0.000, BR', 'br'],
  ])('with accept-encoding %j is led to the .%s beside it', async (accepted, ending) => {
    const { url, headers } = await ask('/_next/static/chunks/a.js?v=1', accepted)
    expect(url).toBe(`/_next/static/chunks/a.js.${ending}?v=1`)
    expect(headers).toEqual({
      vary: 'accept-encoding',
      'content-encoding': ending === 'gz' ? 'gzip' : ending,
      'content-type': 'application/javascript; charset=UTF-8',
    })
  })

  test.each([undefined, '', 'identity', 'zstd', 'br;q=0', '*'])(
    'with accept-encoding %j gets it as it is',
    async accepted => {
      const { url, headers } = await ask('/_next/static/chunks/a.js', accepted)
      expect(url).toBe('/_next/static/chunks/a.js')
      expect(headers).toEqual({ vary: 'accept-encoding' })
    },
  )

  test.each([
    '/_next/static/chunks/c.woff2',
    '/_next/static/chunks/none.js',
    '/_next/static/chunks/../chunks/a.js',
    '/api/v1/projects',
  ])('that is none is left alone: %s', async path => {
    expect(await ask(path, 'br')).toEqual({ url: path, headers: {} })
  })
})
