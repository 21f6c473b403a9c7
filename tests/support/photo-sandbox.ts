import { onTestFinished } from 'vitest'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'

/** Longer than any test. */
const HELD_MS = 600_000

export type PhotoSandbox = Awaited<ReturnType<typeof startPhotoSandbox>>

/** The sandbox on a real socket, with drawn portraits and without a limit, for a desk in its own process. */
export async function startPhotoSandbox() {
  const sandbox = createSandbox({ rateLimit: 1_000_000 })
  const { origin, close } = await listen(sandbox, 0)
  onTestFinished(close)

  async function portal<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const headers = { 'content-type': 'application/json' }
    const request = { method, ...(body !== undefined && { headers, body: JSON.stringify(body) }) }
    const answer = await sandbox.fetch(new Request(`${origin}/portal${path}`, request))
    if (!answer.ok) throw new Error(`The portal answered ${answer.status}: ${await answer.text()}`)
    return (answer.status === 204 ? undefined : ((await answer.json()) as { data: Data }).data) as Data
  }
  const createKey = (label: string) => portal<{ id: number; key: string }>('POST', '/keys', { label })
  const own = await createKey('Tests')

  async function ask(path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${own.key}` }
    return sandbox.fetch(new Request(`${origin}/api/v1${path}`, { headers }))
  }

  return {
    serviceUrl: `${origin}/api/v1`,
    createKey,
    revokeKey: (id: number) => portal('DELETE', `/keys/${id}`),
    fault: (fault: FaultRequest) => portal('POST', '/faults', fault),
    /** Holds every photo after this many, until `letGo`. */
    holdAfter: (photos: number) =>
      portal('POST', '/faults', {
        ...{ path: '/employees/*/photo', skip: photos, times: 9_999 },
        answer: { kind: 'delay', ms: HELD_MS, phase: 'before' },
      }),
    letGo: () => portal('DELETE', '/faults'),
    /** Everybody of a project, in the order of the service. */
    async people(projectId: number): Promise<Employee[]> {
      const read = async (page: number): Promise<Employee[]> => {
        const answer = await ask(`/projects/${projectId}/employees?per_page=200&page=${page}`)
        const { data, meta } = (await answer.json()) as EmployeePage
        return page < meta.last_page ? [...data, ...(await read(page + 1))] : data
      }
      return read(1)
    },
    async photo(employeeId: number, size: number): Promise<Buffer> {
      const answer = await ask(`/employees/${employeeId}/photo?size=${size}`)
      if (answer.status !== 200) throw new Error(`The service refused the photo: ${answer.status}`)
      return Buffer.from(await answer.arrayBuffer())
    },
    /** The desk's calls for photos, oldest first. */
    async photoCalls(): Promise<JournalEntry[]> {
      const journal = await portal<JournalEntry[]>('GET', '/journal')
      return journal.filter(({ key_id, path }) => key_id !== own.id && path.includes('/photo'))
    },
    async openCalls(): Promise<number> {
      const journal = await portal<JournalEntry[]>('GET', '/journal')
      return journal.filter(({ open, key_id }) => open && key_id !== own.id).length
    },
  }
}
