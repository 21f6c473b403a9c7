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
    // What somebody else has asked for before says nothing of who has moved from page to page since.
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
  /** Reads one page, from 1, as it is now. */
  readPage: ReadPage
  /** Page 1, when somebody has just read it. */
  firstPage?: EmployeePage
  /** What has been read of this attempt so far, after each page. */
  onPage?: (soFar: AllPages, page: EmployeePage) => void
}

/** `unreadable`: records that say nobody's id, so that the service has shown more people than these. */
type AllPages = { people: Map<number, Employee>; unreadable: number }

/**
 * Every employee on all pages, each once and in the order of their ids. People who come or go while the pages are read make
 * it begin again; `list_unsteady` when they never hold still.
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
      // A page that only repeats the ones before would go on without an end.
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

/** While there are more, the first page is full. */
function countPages({ data, unreadable, meta }: EmployeePage): number {
  const size = data.length + unreadable
  return meta.total === null || size === 0 ? 1 : Math.ceil(meta.total / size)
}

/**
 * The pages are ordered by id (specification section 4): who leaves moves those behind them to the front, and who comes stands
 * at the end. From the last page to the first everybody who stays is met, also where one has left for each who came and
 * the total says nothing. So page 1 is read once more, at the end.
 */
async function* backwards(first: EmployeePage, readPage: ReadPage): AsyncGenerator<EmployeePage> {
  for (let number = countPages(first); number >= 1; number -= 1) {
    const page = await readPage(number)
    yield page
    if (page.data.length + page.unreadable === 0) return
  }
}

/** A service that does not say how many there are is believed when its pages end. */
async function* forwards(first: EmployeePage, readPage: ReadPage): AsyncGenerator<EmployeePage> {
  let page = first
  for (let number = 2; ; number += 1) {
    yield page
    if (page.links.next === null || page.data.length + page.unreadable === 0) return
    page = await readPage(number)
  }
}
