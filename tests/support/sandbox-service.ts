import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { onTestFinished } from 'vitest'
import type { FaultInput } from '#sandbox/faults/fault-input.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { createSandbox, type SandboxOptions } from '#sandbox/server/create-sandbox.ts'
import { getServiceUrl, leaveServiceUrl } from './desk-env.ts'

/** The addresses of all tests. */
const ANY_SERVICE = /^http:\/\/localhost:2\d{4}\//

type FaultRequest = Partial<Omit<FaultInput, 'answer'>> & {
  answer: { kind: FaultInput['answer']['kind'] } & Record<string, unknown>
}

export type SandboxService = {
  /** Calls the service itself, past the desk. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Calls the control API and returns the answer's `data`. */
  portal(method: string, path: string, body?: unknown): Promise<unknown>
  fault(fault: FaultRequest): Promise<void>
  /** Requests of the desk, oldest first, without those of `ask`. */
  journal(): Promise<JournalEntry[]>
  openCalls(): Promise<number>
  /** Every `Authorization` header that the desk has sent. */
  sentKeys: Set<string | null>
}

/**
 * Puts a fresh sandbox behind the address of the service, for one test. Every other network access is an error. The
 * limit is high unless a test sets one.
 */
export function startService(key: string, options: SandboxOptions = {}): SandboxService {
  const url = getServiceUrl()
  const { origin } = new URL(url)
  const sandbox = createSandbox({ key, rateLimit: 100_000, ...options })
  const sentKeys = new Set<string | null>()
  const server = setupServer(
    http.all(`${origin}/*`, async ({ request }) => {
      sentKeys.add(request.headers.get('authorization'))
      try {
        const { status, headers, body } = await sandbox.fetch(request)
        return new HttpResponse(body, { status, headers })
      } catch {
        return HttpResponse.error()
      }
    }),
    http.all(ANY_SERVICE, () => HttpResponse.error()),
  )
  server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(async () => {
    server.close()
    leaveServiceUrl()
    await sandbox.close()
  })

  async function portal(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const request = { method, ...(body !== undefined && { headers, body: JSON.stringify(body) }) }
    const answer = await sandbox.fetch(new Request(`${origin}/portal${path}`, request))
    if (!answer.ok) throw new Error(`The portal answered ${answer.status}: ${await answer.text()}`)
    return answer.status === 204 ? undefined : ((await answer.json()) as { data: unknown }).data
  }

  /** A key of the same customer for the test alone, so that the journal separates its calls from the desk's. */
  let ownKey: Promise<{ id: number; key: string }> | undefined
  function getOwnKey() {
    ownKey ??= portal('POST', '/keys', { label: 'Tests' }) as Promise<{ id: number; key: string }>
    return ownKey
  }

  async function journal(): Promise<JournalEntry[]> {
    const { id } = await getOwnKey()
    return ((await portal('GET', '/journal')) as JournalEntry[]).filter(({ key_id }) => key_id !== id)
  }

  return {
    sentKeys,
    portal,
    journal,
    openCalls: async () => (await journal()).filter(({ open }) => open).length,
    async fault(fault) {
      await portal('POST', '/faults', fault)
    },
    async ask(path, init) {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${(await getOwnKey()).key}`)
      return sandbox.fetch(new Request(url + path, { ...init, headers }))
    },
  }
}
