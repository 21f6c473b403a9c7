import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'

const READY = /^The sandbox is ready at (http:\/\/127\.0\.0\.1:\d+)\/api\/v1 \(key (\S+), portal (\S+)\)\.\n$/

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['sandbox/server/main.ts'], {
    env: { ...process.env, ...COMPILE_CACHE, ...env },
    stdio: 'pipe',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (output.text += piece))
  return { child, output }
}

async function startReady(env: Record<string, string>) {
  const { child, output } = start({ SANDBOX_PORT: '0', ...env })
  await once(child.stdout, 'data')
  const [, origin = '', key = ''] = READY.exec(output.text) ?? []
  return { child, output, origin, headers: { authorization: `Bearer ${key}` } }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  child.kill(signal)
  const [code] = await once(child, 'exit')
  return code
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the sandbox program prints one line when ready, and %s ends it',
  async signal => {
    const { child, output, origin, headers } = await startReady({ SANDBOX_KEY: 'another-key' })
    expect(output.text).toMatch(READY)
    expect((await fetch(`${origin}/api/v1/projects`, { headers })).status).toBe(200)
    expect(await stop(child, signal)).toBe(0)
  },
)

test('the sandbox program reports a taken port in one sentence, with exit code 1', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { child, output } = start({ SANDBOX_PORT: port })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(output.text).toBe(`Port ${port} is taken; set SANDBOX_PORT to a free one.\n`)
})

test('the sandbox program names a wrong setting in one sentence, without its value', async () => {
  const { child, output } = start({ SANDBOX_RATE_LIMIT: 'hunter2' })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(output.text).toMatch(/^The setting SANDBOX_RATE_LIMIT is wrong: [^\n]*\n$/)
  expect(output.text).not.toContain('hunter2')
})

test('SANDBOX_DATA keeps the state across a restart; a file of another kind is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = { SANDBOX_DATA: join(folder, 'state.json') }
  const first = await startReady(env)
  await fetch(`${first.origin}/api/v1/employees/1001`, { method: 'DELETE', headers: first.headers })
  await stop(first.child, 'SIGTERM')
  expect(await readFile(env.SANDBOX_DATA, 'utf8')).not.toContain('pk_sandbox')

  const second = await startReady(env)
  const answer = await fetch(`${second.origin}/api/v1/employees/1001`, { headers: second.headers })
  expect(answer.status).toBe(404)
  await stop(second.child, 'SIGTERM')

  await writeFile(env.SANDBOX_DATA, '{"other": true}')
  const third = start(env)
  const [code] = await once(third.child, 'close')
  expect([code, third.output.text]).toEqual([
    1,
    expect.stringMatching(/^The file .* holds no sandbox data;[^\n]*\n$/),
  ])
})

test('variations of the start apply on the socket too, to ids in paths and in bodies', async () => {
  const { origin, headers } = await startReady({
    SANDBOX_VARIATIONS: 'ids-near-53-bits, json-gzip change-201',
  })
  const id = 2 ** 53 - 100_000 + 1001
  const answer = await fetch(`${origin}/api/v1/employees/${id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Neu' }),
  })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([201, 'gzip'])
  expect(await answer.json()).toMatchObject({ data: { id, first_name: 'Neu' } })
})

test('the sandbox program reports an unknown variation in one sentence', async () => {
  const { child, output } = start({ SANDBOX_VARIATIONS: 'change-201 friendly' })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(output.text).toMatch(
    /^The setting SANDBOX_VARIATIONS is wrong: must be names of variations[^\n]*\n$/,
  )
})
