import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseErrorBody } from '#lib/desk-api/parse-error-body.ts'
import { ERROR_STATUS } from '#lib/error-codes.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { startDeskProcess } from '#tests/support/desk-process.ts'
import { COLUMNS, importRows } from '#tests/support/imports.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { startServer } from '#tests/support/loopback-server.ts'
import { NGINX, shippedConfig, startNginx } from '#tests/support/nginx.ts'
import { curl } from '#tests/support/resilience/proxied-export.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const MIB = 1024 * 1024
const PATH = `/api/projects/${EMPTY_PROJECT.id}/imports`

/** Returns a list of 10,000 people with so many extra bytes outside of any cell. */
function draftOf(bytes: number): string {
  const draft = JSON.stringify({ file_name: 'Liste.xlsx', columns: COLUMNS, rows: importRows(10_000) })
  return draft + ' '.repeat(bytes - Buffer.byteLength(draft))
}

async function startDesk() {
  const sandbox = await listen(createSandbox({ key: 'key-of-the-desk-process', rateLimit: 100_000 }), 0)
  onTestFinished(sandbox.close)
  const desk = await startDeskProcess({
    dataDir: createTempFolder(),
    serviceUrl: `${sandbox.origin}/api/v1`,
  })
  onTestFinished(() => desk.stop())
  const { port } = await startNginx(shippedConfig, new URL(desk.origin).host)
  return async (body: string, ...args: string[]) => {
    const file = join(createTempFolder(), 'body.json')
    writeFileSync(file, body)
    const sent = ['-X', 'POST', '-H', 'content-type: application/json', '-T', file, ...args]
    const { status, file: answer } = await curl(desk, `https://127.0.0.1:${port}${PATH}`, ...sent)
    return { status, text: readFileSync(answer, 'utf8') }
  }
}

function describeNginx(name: string, tests: () => void): void {
  if (NGINX !== null) describe(name, tests)
  else leaveOut(`a large body ${name}`, 'nginx')
}

describeNginx(`through nginx ${NGINX} with the configuration that we ship`, () => {
  test.each(['--http1.1', '--http2'])('a list of 15 MiB comes to the desk: curl %s', async http => {
    const post = await startDesk()
    const { status, text } = await post(draftOf(15 * MIB), http)
    expect([status, JSON.parse(text).data?.counts?.rows], text.slice(0, 500)).toEqual([201, 10_000])
  })

  test.each([
    ['for the desk', 33, []],
    ['for nginx', 60, []],
    ['for nginx, and nobody has said so before', 60, ['-H', 'transfer-encoding: chunked']],
  ])('a body that is too large %s is refused by the desk itself', async (_, mib, args) => {
    const post = await startDesk()
    for (const http of ['--http1.1', ...(args.length > 0 ? [] : ['--http2'])]) {
      const { status, text } = await post(' '.repeat(mib * MIB), http, ...args)
      expect(status, text).toBe(ERROR_STATUS.body_too_large)
      expect(parseErrorBody(JSON.parse(text)), text).toMatchObject({ code: 'body_too_large' })
    }
  })

  test('long cookies pass in both directions', async () => {
    const long = 'x'.repeat(12_000)
    const { origin, seen } = await startServer(answer => {
      answer.writeHead(200, { 'set-cookie': `a=${long}` }).end()
    })
    const { port } = await startNginx(shippedConfig, new URL(origin).host)
    for (const http of ['--http1.1', '--http2']) {
      const cookie = `a=${long}`
      const headers = { cookie, 'x-csrf': '1', 'sec-fetch-site': 'same-origin' }
      expect((await curl({ headers }, `https://127.0.0.1:${port}/`, http)).status).toBe(200)
      expect(seen.at(-1)?.headers.cookie).toBe(cookie)
    }
  })
})
