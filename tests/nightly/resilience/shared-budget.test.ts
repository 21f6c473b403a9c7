import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { test as anyTest, expect, onTestFinished } from 'vitest'
import { CALL_LEDGER_MIGRATION } from '#lib/store/call-ledger-schema.ts'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'
import type { CountingDesk } from '#tests/support/counting-desk.ts'
import { mostInAnyWindow } from '#tests/support/desk-days.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'

const test = anyTest.runIf(ENGINES.includes('postgres'))
const WINDOW_MS = 1_500
const LIMIT = 30
const OPTIONS = {
  limit: LIMIT,
  windowMs: WINDOW_MS,
  reserve: 0,
  activeMs: 0,
  interactiveWaitMs: 10_000,
  leaseMs: 2_000,
  turnMs: 600,
  pollMs: 200,
  unreachableMs: 3_000,
}

/** Starts a service that takes some time to answer, and records when each call of each desk came. */
async function startService() {
  const calls: { desk: string; at: number }[] = []
  const server = createServer(({ url = '' }, answer) => {
    calls.push({ desk: url.slice(1), at: performance.now() })
    setTimeout(() => answer.end('ok'), (calls.length * 7) % 40)
  })
  // Connections that close just when they are reused are not under test.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { calls, addressOf: (desk: string) => `http://127.0.0.1:${port}/${desk}` }
}

function startDesk(desk: CountingDesk): ChildProcess {
  const flags = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']
  const program = join(import.meta.dirname, '../../support/counting-desk.ts')
  const child = spawn(process.execPath, [...flags, program, JSON.stringify(desk)], {
    stdio: 'inherit',
    env: { ...process.env, ...COMPILE_CACHE },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Starts two desks, each its own process, that send so many calls. */
async function startTwo(calls: number) {
  const connectionString = await createTestDatabase()
  const admin = new Client({ connectionString })
  await admin.connect()
  await admin.query(CALL_LEDGER_MIGRATION)
  await admin.end()
  const service = await startService()
  const open = (desk: string) =>
    startDesk({ connectionString, service: service.addressOf(desk), calls, desk, options: OPTIONS })
  return { ...service, one: open('one'), two: open('two') }
}

const ended = async (desk: ChildProcess) => {
  if (desk.exitCode === null && desk.signalCode === null) await once(desk, 'exit')
  return desk.exitCode
}
const momentsOf = (calls: { at: number }[]) => calls.map(({ at }) => at)
const countOf = (calls: { desk: string }[], name: string) => calls.filter(({ desk }) => desk === name).length

test('a desk makes all of its calls within the limit after the other was killed', async () => {
  const { calls, one, two } = await startTwo(75)
  await until('both have called', () => countOf(calls, 'one') > 20 && countOf(calls, 'two') > 20)
  one.kill('SIGKILL')
  expect(await ended(two)).toBe(0)
  expect(countOf(calls, 'two')).toBe(75)
  expect(mostInAnyWindow(momentsOf(calls), WINDOW_MS)).toBeLessThanOrEqual(LIMIT)
})

test('both desks make all calls within the limit when one was frozen beyond its lease', async () => {
  const { calls, one, two } = await startTwo(75)
  await until('both have called', () => countOf(calls, 'one') > 20 && countOf(calls, 'two') > 20)
  one.kill('SIGSTOP')
  expect(await ended(two)).toBe(0)
  one.kill('SIGCONT')
  expect(await ended(one)).toBe(0)
  expect(countOf(calls, 'one')).toBe(75)
  expect(countOf(calls, 'two')).toBe(75)
  expect(mostInAnyWindow(momentsOf(calls), WINDOW_MS)).toBeLessThanOrEqual(LIMIT)
})
