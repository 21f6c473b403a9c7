import { expect } from 'vitest'
import { commands, type Locator, locators, page } from 'vitest/browser'
import type { ChangeableField } from '#lib/portrait-api/changeable-fields.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For elements without a role and a text of their own. */
    getByCss: (selector: string) => Locator
  }
}

locators.extend({ getByCss: selector => `css=${selector}` })

export const { press, type } = commands

/** Messages at the foot of the page, without the text of live regions. */
export const toasts = page.getByCss('.toast')

type HasId = Pick<Employee, 'id'>

export function rowOf({ id }: HasId): Locator {
  return page.getByCss(`tr[data-person="${id}"]`)
}

export function cellOf({ id }: HasId, field: ChangeableField): Locator {
  return page.getByCss(`tr[data-person="${id}"] > td[data-field="${field}"]`)
}

/** The ids of the rows, from top to bottom, once all of them are drawn. */
export async function listRowIds(): Promise<number[]> {
  await expect.poll(() => document.querySelectorAll('.row-to-come').length).toBe(0)
  return [...document.querySelectorAll<HTMLElement>('tr[data-person]')].map(row => Number(row.dataset.person))
}

/** Moves the focus to an element. An open dialog takes the focus first, a moment after it is rendered. */
export async function focus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeInTheDocument()
  const dialog = locator.element().closest('[role=dialog]:not(.toast), [role=alertdialog]')
  if (dialog) await expect.poll(() => dialog.contains(document.activeElement)).toBe(true)
  locator.element().focus()
}

/** Presses without a mouse, in the same task of the page. */
export function pressNow(locator: Locator): void {
  const element = locator.element()
  if (element instanceof HTMLElement) element.click()
}

/** The form field inside of a cell. */
export function fieldOf(cell: Locator): Locator {
  return cell.getByCss('input, select')
}

/** Opens a cell with the mouse in its margin, because a name is a link to its person. */
export async function openEditor(cell: Locator): Promise<void> {
  const { width, height } = (await cell.findElement()).getBoundingClientRect()
  await cell.dblClick({ position: { x: width - 4, y: height / 2 } })
  await expect.element(fieldOf(cell)).toHaveFocus()
}

/** Opens a cell and replaces its content. */
export async function editCell(cell: Locator, text: string): Promise<void> {
  await openEditor(cell)
  await fieldOf(cell).fill(text)
}

/** Waits until an element has this style. */
export async function expectStyle(locator: Locator, style: Partial<CSSStyleDeclaration>): Promise<void> {
  await expect.poll(() => readStyle(locator, Object.keys(style))).toEqual(style)
}

function readStyle(locator: Locator, names: string[]): Record<string, unknown> {
  const element = locator.query()
  return Object.fromEntries(
    names.map(name => [name, element && Reflect.get(getComputedStyle(element), name)]),
  )
}

export async function countOf(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(count)
}

/** Returns a value that the made-up people must have. */
export function need<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new Error('There is nothing like that here.')
  return value
}

/** True when the browser would ask before this page is left. */
export function warnsOnLeaving(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** Resolves when the page has rendered everything that was begun before. */
export async function nextFrame(): Promise<void> {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
}
