import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
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

const READ_ATTEMPTS = 3

type ReadAllPages = {
  /** Reads one page, from 1. */
  readPage: (page: number, attempt: number) => Promise<EmployeePage>
  /** What has been read of this attempt so far, after each page. */
  onPage?: (soFar: AllPages, page: EmployeePage) => void
}

/** `unreadable`: records that say nobody's id, so that the service has shown more people than these. */
export type AllPages = { people: Map<number, Employee>; unreadable: number }

/**
 * Every employee on all pages, each once. People who come or go while the pages are read shift the others from page
 * to page, so the pages are then read again; `list_unsteady` when they never hold still. A service that does not say how
 * many there are is believed when its pages end.
 */
export async function readAllPages({ readPage, onPage }: ReadAllPages): Promise<AllPages> {
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
    const soFar: AllPages = { people: new Map(), unreadable: 0 }
    const totals = new Set<number>()
    let isSteady = true
    let hasNext = true
    for (let number = 1; hasNext && isSteady; number += 1) {
      const page = await readPage(number, attempt)
      const before = soFar.people.size
      for (const employee of page.data) soFar.people.set(employee.id, employee)
      soFar.unreadable += page.unreadable
      if (page.meta.total !== null) totals.add(page.meta.total)
      onPage?.(soFar, page)
      hasNext = page.links.next !== null && page.data.length + page.unreadable > 0
      // A page that only repeats the ones before would go on without an end.
      isSteady = page.data.length === 0 || soFar.people.size > before
    }
    const [total = soFar.people.size + soFar.unreadable] = totals
    if (isSteady && totals.size <= 1 && total === soFar.people.size + soFar.unreadable) return soFar
  }
  throw new DeskError('list_unsteady')
}
