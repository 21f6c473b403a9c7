import { readdirSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { applySettings, type DeskSettings } from '#tests/support/desk-env.ts'

/** The limit of the service, with a shorter window. */
export const LIMIT = 10
export const WINDOW_MS = 400
/** The smallest configured size of the seed. */
export const SMALL = 3

export type ChaosDesk = Awaited<ReturnType<typeof startChaosDesk>>

/** The desk's own functions in front of a sandbox on a real socket, for one test. */
export async function startChaosDesk(settings: DeskSettings = {}) {
  const sandbox = createSandbox({ rateLimit: LIMIT, rateWindowMs: WINDOW_MS })
  const { origin, close } = await listen(sandbox, 0)
  let closing: Promise<void> | undefined
  const stop = () => {
    closing ??= close()
    return closing
  }
  onTestFinished(stop)
  const { dataDir } = applySettings({
    PORTRAIT_API_URL: `${origin}/api/v1`,
    PORTRAIT_API_LIMIT: String(LIMIT),
    PORTRAIT_API_WINDOW_MS: String(WINDOW_MS),
    ...settings,
  })
  const [{ connectWithKey }, employees, { getPhoto }, errors] = await Promise.all([
    import('#lib/portrait-api/connect.ts'),
    import('#lib/employees/employees.ts'),
    import('#lib/photos/get-photo.ts'),
    import('#lib/errors.ts'),
  ])
  const client = connectWithKey(SANDBOX_KEY)

  /** The service's portal without a socket: it works also when the socket is closed. */
  async function portal<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const headers = { 'content-type': 'application/json' }
    const request = { method, ...(body !== undefined && { headers, body: JSON.stringify(body) }) }
    const answer = await sandbox.fetch(new Request(`${origin}/portal${path}`, request))
    if (!answer.ok) throw new Error(`The portal answered ${answer.status}: ${await answer.text()}`)
    return (answer.status === 204 ? undefined : ((await answer.json()) as { data: Data }).data) as Data
  }

  const own = await portal<{ id: number; key: string }>('POST', '/keys', { label: 'Tests' })

  return {
    client,
    dataDir,
    ...employees,
    getPhoto,
    toDeskError: errors.toDeskError,
    fault: (fault: FaultRequest) => portal('POST', '/faults', fault),
    clearFaults: () => portal('DELETE', '/faults'),
    /** Closes the service's address from now on. */
    stop,
    /** The answer of the service itself, with a key outside of the desk's budget. */
    ask: (path: string) =>
      sandbox.fetch(
        new Request(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${own.key}` } }),
      ),
    async people(projectId: number): Promise<Employee[]> {
      const answer = await this.ask(`/projects/${projectId}/employees?per_page=200`)
      return ((await answer.json()) as EmployeePage).data
    },
    outbox: () => portal<{ to: string }[]>('GET', '/outbox'),
    /** Calls of the desk, oldest first. */
    async journal(): Promise<JournalEntry[]> {
      return (await portal<JournalEntry[]>('GET', '/journal')).filter(({ key_id }) => key_id !== own.id)
    },
    /** Every file in the desk's photo store. */
    storedFiles: () =>
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(({ name }) => name),
  }
}

/** The sandbox's clock counts whole milliseconds. */
const CLOCK_MS = 1

/** Expects that no window of the service, wherever it begins, held more calls than the limit. */
export function expectWithinLimit(journal: JournalEntry[]): void {
  const times = journal.map(({ time }) => time).sort((a, b) => a - b)
  const gaps = times.slice(LIMIT).map((time, index) => time - (times[index] ?? 0))
  expect(gaps.filter(gap => gap < WINDOW_MS - CLOCK_MS)).toEqual([])
}
