import type { Locator, Page } from '@playwright/test'
import { compareText } from '#lib/i18n/compare-text.ts'
import type { ChangeableField } from '#lib/portrait-api/changeable-fields.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { PER_PAGE_MAX } from '#lib/portrait-api/terms.ts'
import { expect } from './desk-test.ts'
import { SANDBOX_URL } from './ports.ts'
import { createKey, type SandboxView, viewSandbox } from './sandbox.ts'

/** The row of one person in the employee table. */
export function rowOf(page: Page, { id }: Pick<Employee, 'id'>): Locator {
  return page.locator(`tr[data-person="${id}"]`)
}

export function cellOf(page: Page, { id }: Pick<Employee, 'id'>, field: ChangeableField): Locator {
  return page.locator(`tr[data-person="${id}"] > td[data-field="${field}"]`)
}

/** The ids of the rows, from top to bottom. */
export async function listRowIds(page: Page): Promise<number[]> {
  // The first screen is rendered before the rows below it.
  await expect(page.locator('.row-to-come')).toHaveCount(0)
  return page
    .locator('tr[data-person]')
    .evaluateAll(rows => rows.map(row => Number(row.getAttribute('data-person'))))
}

/**
 * Opens a cell with the mouse in its margin of 8 pixels, because a name is a link to its person, however long it is.
 */
export async function openEditor(cell: Locator): Promise<void> {
  const { width = 0, height = 0 } = (await cell.boundingBox()) ?? {}
  await cell.dblclick({ position: { x: width - 4, y: height / 2 } })
}

/** Opens a cell and replaces its content. */
export async function editCell(cell: Locator, text: string): Promise<void> {
  await openEditor(cell)
  const field = cell.locator('input')
  await expect(field).toBeFocused()
  await field.fill(text)
}

/** A connection that the desk closes for idleness just as a test uses it again (RFC 9112, section 9.5). */
const IDLE_CLOSED = 1

/** Makes the desk read everybody of the project again, after a reset of the sandbox without its knowledge. */
export async function readAnew(page: Page, projectId: number): Promise<void> {
  const answer = await page.request.get(`/api/projects/${projectId}/people`, {
    headers: { 'x-csrf': '1', 'x-refresh': '1' },
    maxRetries: IDLE_CLOSED,
  })
  expect(answer.status()).toBe(200)
}

/** One view for all reads: a customer may have few keys at once, and a reset deletes them. */
let view: SandboxView | null = null

/** Everybody at the service, in the order of the table: by last name, then by first name. */
export async function listEverybody(projectId: number): Promise<Employee[]> {
  return (await readEverybody(projectId)).toSorted(
    (a, b) => compareText(a.last_name, b.last_name) || compareText(a.first_name, b.first_name) || a.id - b.id,
  )
}

async function readEverybody(projectId: number): Promise<Employee[]> {
  const sandbox = view ?? (await viewSandbox())
  view = sandbox
  try {
    const first = await sandbox.listEmployees(projectId, 'page=1')
    return first.length < PER_PAGE_MAX
      ? first
      : [...first, ...(await sandbox.listEmployees(projectId, 'page=2'))]
  } catch (error) {
    view = null
    if (!String(error).endsWith(': 401')) throw error
    return readEverybody(projectId)
  }
}

/** Returns a value that the seed must have. */
export function need<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The seed has nobody like that.')
  return value
}

/** Changes the person at the service, and lets another desk read the change. */
export async function changeElsewhere(
  page: Page,
  { id }: Pick<Employee, 'id'>,
  update: EmployeeUpdate,
): Promise<void> {
  const changed = await fetch(`${SANDBOX_URL}/api/v1/employees/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${await createKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify(update),
  })
  expect(changed.status).toBe(200)
  const read = await page.request.get(`/api/v1/employees/${id}`, {
    headers: { 'x-csrf': '1', 'x-refresh': '1' },
    maxRetries: IDLE_CLOSED,
  })
  expect(read.status()).toBe(200)
}
