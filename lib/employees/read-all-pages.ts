import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import type { EmployeeQuery } from '#lib/portrait-api/input-contract.ts'

type Reader = { client: PortraitClient; lane: Lane }

/**
 * The readers who wait for one reading of a project. Each asks for the current page in a line of their own; the first
 * to get a place brings the page for all (the client makes one call of it). So no reader waits in the line of a batch
 * or of another person just because that one asked first.
 */
export class PageReaders {
  readonly #readers = new Map<string, Reader>()
  readonly #projectId: number
  /** Asks for the current page, for readers who join meanwhile. */
  #ask: ((reader: Reader) => void) | null = null

  constructor(projectId: number) {
    this.#projectId = projectId
  }

  /** Adds a reader, even in the middle of a page. */
  join(client: PortraitClient, lane: Lane): void {
    const line = client.lineOf({ lane })
    if (this.#readers.has(line)) return
    this.#readers.set(line, { client, lane })
    this.#ask?.({ client, lane })
  }

  /** Reads a page with the first reader that gets it; fails when it has failed for all. */
  read(query: EmployeeQuery): Promise<EmployeePage> {
    const { promise, resolve, reject } = Promise.withResolvers<EmployeePage>()
    let waiting = 0
    // An answer that was requested earlier would miss employees who have moved between pages since.
    const since = performance.now()
    const ask = ({ client, lane }: Reader) => {
      waiting += 1
      client.listEmployees(this.#projectId, query, { lane, fresh: true, since }).then(
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

type ReadPage = (page: number) => Promise<EmployeePage>
type ReadAllPages = {
  /** Reads the current state of one page, counted from 1. */
  readPage: ReadPage
  /** Page 1, when it has just been read. */
  firstPage?: EmployeePage
  /** Called after each page with the employees read in this attempt. */
  onPage?: (soFar: AllPages, page: EmployeePage) => void
}

/** `unreadable`: records without a usable id, which the service counts but `people` does not contain. */
type AllPages = { people: Map<number, Employee>; unreadable: number }

/**
 * Reads all pages and returns each employee once, in the order of ids. Starts again when employees come or go during
 * the reading; throws `list_unsteady` when that never stops.
 */
export async function readAllPages({ readPage, firstPage, onPage }: ReadAllPages): Promise<AllPages> {
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
    const shown = new Map<number, Employee>()
    const found: AllPages = { people: new Map(), unreadable: 0 }
    const totals = new Set<number>()
    const show = (page: EmployeePage) => {
      for (const employee of page.data) shown.set(employee.id, employee)
      if (page.meta.total !== null) totals.add(page.meta.total)
      onPage?.({ people: shown, unreadable: found.unreadable }, page)
    }
    const first = (attempt === 1 && firstPage) || (await readPage(1))
    show(first)
    let isSteady = true
    for await (const page of countPages(first) > 1 ? backwards(first, readPage) : forwards(first, readPage)) {
      const before = found.people.size
      for (const employee of page.data) found.people.set(employee.id, employee)
      found.unreadable += page.unreadable
      if (page !== first) show(page)
      // A page that only repeats earlier ones would make the reading endless.
      isSteady = totals.size <= 1 && (page.data.length === 0 || found.people.size > before)
      if (!isSteady) break
    }
    const size = found.people.size + found.unreadable
    const [total = size] = totals
    if (isSteady && total === size)
      return { ...found, people: new Map([...found.people].sort(([a], [b]) => a - b)) }
  }
  throw new DeskError('list_unsteady')
}

/** Number of pages, by the size of the first page: it is full when there are more. */
function countPages({ data, unreadable, meta }: EmployeePage): number {
  const size = data.length + unreadable
  return meta.total === null || size === 0 ? 1 : Math.ceil(meta.total / size)
}

/**
 * Reads from the last page to the first. Pages are ordered by id (specification section 4): a deleted employee moves
 * all later ones forward, and a new one comes last. In this direction every remaining employee is found, even when as
 * many left as came and the total is unchanged. So page 1 is read again at the end.
 */
async function* backwards(first: EmployeePage, readPage: ReadPage): AsyncGenerator<EmployeePage> {
  for (let number = countPages(first); number >= 1; number -= 1) {
    const page = await readPage(number)
    yield page
    if (page.data.length + page.unreadable === 0) return
  }
}

/** Reads forward when the service sends no total: then the last page ends the list. */
async function* forwards(first: EmployeePage, readPage: ReadPage): AsyncGenerator<EmployeePage> {
  let page = first
  for (let number = 2; ; number += 1) {
    yield page
    if (page.links.next === null || page.data.length + page.unreadable === 0) return
    page = await readPage(number)
  }
}
