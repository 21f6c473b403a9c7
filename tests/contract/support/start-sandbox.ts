import { onTestFinished } from 'vitest'
import type { FaultInput } from '#sandbox/faults/fault-input.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { createSandbox, type SandboxOptions } from '#sandbox/server/create-sandbox.ts'

export const ORIGIN = 'http://service.test'

type Call = { body?: unknown; key?: string | null; signal?: AbortSignal; headers?: Record<string, string> }
type Journal = { data: JournalEntry[] }
/** A fault as a test writes it: fields with a default may be left out. */
type FaultWish = Partial<Omit<FaultInput, 'answer'>> & { answer: { kind: string; [field: string]: unknown } }

export type TestSandbox = ReturnType<typeof startSandbox>

/** A fresh sandbox without a socket, closed with the test. Its rate limit is high unless a test is about the limit. */
export function startSandbox(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ rateLimit: 100_000, ...options })
  onTestFinished(() => sandbox.close())

  function send(
    method: string,
    path: string,
    { body, key = null, signal, headers = {} }: Call,
  ): Promise<Response> {
    const sent = {
      ...headers,
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json', ...headers }),
    }
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    return sandbox.fetch(new Request(ORIGIN + path, { method, headers: sent, body: text, signal }))
  }

  async function portal(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await send(method, `/portal${path}`, { body })
    if (!answer.ok) throw new Error(`portal ${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  return {
    sandbox,
    /** A call of the API with the first customer's key. */
    api: (method: string, path: string, call: Call = {}) =>
      send(method, `/api/v1${path}`, { key: SANDBOX_KEY, ...call }),
    /** A call of the service's portal, which must succeed. */
    portal,
    /** A call of the portal whose refusal is under test. */
    portalStatus: async (method: string, path: string, body?: unknown) =>
      (await send(method, `/portal${path}`, { body })).status,
    addFault: (fault: FaultWish) => portal('POST', '/faults', fault),
    async journal(): Promise<JournalEntry[]> {
      const { data }: Journal = await (await send('GET', '/portal/journal', {})).json()
      return data
    },
  }
}
