import 'server-only'
import type { Lane } from '#lib/portrait-api/budget.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import type { EmployeeQuery } from '#lib/portrait-api/input-contract.ts'

type Reader = { client: PortraitClient; lane: Lane }

/**
 * Everybody who waits for one reading of a project. Each of them asks for the page that it is at, in a line of their
 * own: whose turn comes first brings the page for all (the client makes one call of it). So nobody waits in the line of
 * a batch, or of another person, because that one has asked first.
 */
export class PageReaders {
  readonly #readers = new Map<string, Reader>()
  readonly #projectId: number
  /** Asks for the page under way, for who joins meanwhile. */
  #ask: ((reader: Reader) => void) | null = null

  constructor(projectId: number) {
    this.#projectId = projectId
  }

  /** Also in the middle of a page. */
  join(client: PortraitClient, lane: Lane): void {
    const line = client.lineOf({ lane })
    if (this.#readers.has(line)) return
    this.#readers.set(line, { client, lane })
    this.#ask?.({ client, lane })
  }

  /** The page as the first of them gets it; fails when it has failed for all. */
  read(query: EmployeeQuery): Promise<EmployeePage> {
    const { promise, resolve, reject } = Promise.withResolvers<EmployeePage>()
    let waiting = 0
    const ask = ({ client, lane }: Reader) => {
      waiting += 1
      client.listEmployees(this.#projectId, query, { lane, fresh: true }).then(
        page => {
          if (this.#ask === ask) this.#ask = null
          resolve(page)
        },
        error => {
          waiting -= 1
          if (waiting === 0) reject(error)
        },
      )
    }
    this.#ask = ask
    for (const reader of this.#readers.values()) ask(reader)
    return promise
  }
}
