import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { until } from '#tests/support/until.ts'
import { newEmployee } from './support/walk.ts'

const headers = { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/json' }

async function startListening() {
  const errors = vi.spyOn(console, 'error')
  const { origin, close } = await listen(createSandbox(), 0)
  onTestFinished(async () => {
    await close()
    // The test caused the broken connection, so the sandbox must not print it as an error.
    expect(errors).not.toHaveBeenCalled()
  })
  return {
    origin,
    api: `${origin}/api/v1`,
    addFault: (answer: Record<string, unknown>) =>
      fetch(`${origin}/portal/faults`, { method: 'POST', headers, body: JSON.stringify({ answer }) }),
    async journal(): Promise<JournalEntry[]> {
      const { data }: { data: JournalEntry[] } = await (await fetch(`${origin}/portal/journal`)).json()
      return data
    },
  }
}

test('on a socket, an answer carries its exact length', async () => {
  const { api } = await startListening()
  for (const path of ['/projects', '/projects/101/employees?per_page=200', '/employees/1001/photo?size=0']) {
    const answer = await fetch(api + path, { headers })
    const { byteLength } = await answer.arrayBuffer()
    expect(answer.headers.get('content-length')).toBe(String(byteLength))
  }
})

test('on a socket, drop destroys the connection; after it, the work is done', async () => {
  const { api, addFault, journal } = await startListening()
  await addFault({ kind: 'drop', phase: 'after' })
  const url = `${api}/projects/${EMPTY_PROJECT.id}/employees`
  const call = fetch(url, { method: 'POST', headers, body: JSON.stringify(newEmployee()) })
  await expect(call).rejects.toThrow('fetch failed')
  const { meta } = await (await fetch(url, { headers })).json()
  expect(meta.total).toBe(1)
  expect((await journal()).map(({ outcome }) => outcome)).toEqual(['dropped', 'answered'])
})

test('on a socket, a cut with a length delivers the bytes and then breaks the line', async () => {
  const { api, addFault, journal } = await startListening()
  const idle = await openIdleConnection(`${api}/projects`)
  await addFault({ kind: 'cut', bytes: 50_000, withLength: true })
  const answer = await fetch(`${api}/employees/1001/photo`, { headers })
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(50_000)
  let received = 0
  const reading = (async () => {
    for await (const piece of answer.body ?? []) received += piece.length
  })()
  await expect(reading).rejects.toThrow()
  expect(received).toBe(50_000)
  // A connection that was only silent would end after the idle timeout of the server, later than the idle connection
  // above. That one is still open.
  expect(idle.closed).toBe(false)
  expect((await journal()).at(-1)?.outcome).toBe('cut')
})

test('on a socket, a cut without a length looks like a complete answer', async () => {
  const { api, addFault } = await startListening()
  await addFault({ kind: 'cut', bytes: 1000, withLength: false })
  const answer = await fetch(`${api}/employees/1001/photo`, { headers })
  expect(answer.headers.get('content-length')).toBeNull()
  expect((await answer.arrayBuffer()).byteLength).toBe(1000)
})

test('on a socket, a client that leaves in mid-body is aborted in the journal', async () => {
  const { api, addFault, journal } = await startListening()
  await addFault({ kind: 'drip', bytesPerSecond: 20_000 })
  const request = get(`${api}/employees/1001/photo`, { headers })
  const [answer]: IncomingMessage[] = await once(request, 'response')
  await once(answer ?? request, 'data')
  expect((await journal())[0]).toMatchObject({ open: true, outcome: null })
  request.destroy()
  await until('it is over', async () => (await journal())[0]?.open === false)
  expect((await journal())[0]).toMatchObject({ outcome: 'aborted' })
})

test('on a socket, a client that leaves while it waits is aborted in the journal', async () => {
  const { api, addFault, journal } = await startListening()
  await addFault({ kind: 'delay', ms: 60_000 })
  await expect(fetch(`${api}/projects`, { headers, signal: AbortSignal.timeout(50) })).rejects.toThrow()
  await until('it is over', async () => (await journal())[0]?.open === false)
  expect((await journal())[0]).toMatchObject({ outcome: 'aborted' })
})

/** Opens a connection on which one answer has come, and which then stays idle. */
async function openIdleConnection(url: string): Promise<Socket> {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const request = get(url, { headers, agent })
  const [answer]: IncomingMessage[] = await once(request, 'response')
  const { socket } = request
  await once(answer?.resume() ?? request, 'end')
  if (!socket) throw new Error('There is no connection.')
  return socket
}
