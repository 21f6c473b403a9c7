import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'

const READ_ATTEMPTS = 3

type ReadAllPages = {
  /** Reads one page, from 1. */
  readPage: (page: number, attempt: number) => Promise<EmployeePage>
  /** What has been read of this attempt so far, after each page. */
  onPage?: (people: Map<number, Employee>, page: EmployeePage) => void
}

/**
 * Every employee on all pages, each once. People who come or go while the pages are read shift the others from page
 * to page, so the pages are then read again; `list_unsteady` when they never hold still.
 */
export async function readAllPages({ readPage, onPage }: ReadAllPages): Promise<Map<number, Employee>> {
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
    const people = new Map<number, Employee>()
    const totals = new Set<number>()
    for (let page: EmployeePage | null = null; !page || page.links.next !== null; ) {
      page = await readPage(page ? page.meta.current_page + 1 : 1, attempt)
      for (const employee of page.data) people.set(employee.id, employee)
      totals.add(page.meta.total)
      onPage?.(people, page)
    }
    if (totals.size === 1 && totals.has(people.size)) return people
  }
  throw new DeskError('list_unsteady')
}
