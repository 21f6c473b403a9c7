import { utils, write } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { expect } from './desk-test.ts'
import type { SandboxView } from './sandbox.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const LIST_NAME = 'neue-mitarbeitende.xlsx'

export async function chooseFile(page: Page, buffer: Buffer): Promise<void> {
  await page.getByLabel('Liste hierher ziehen').setInputFiles({ name: LIST_NAME, mimeType: XLSX, buffer })
}

/** Goes from the file to the check, and accepts every guess of the desk. */
export async function checkList(page: Page, projectId: number, rows: string[][]): Promise<void> {
  await page.goto(`/projects/${projectId}/import`)
  await chooseFile(page, toWorkbook(rows))
  await page.getByRole('button', { name: 'Weiter zu den Spalten' }).click()
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows.length))
}

/** Presses the button that sends, and confirms. */
export async function sendList(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await confirmSending(page, name)
}

export async function confirmSending(page: Page, name: string | RegExp): Promise<void> {
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name }).click()
  await expect(question).toBeHidden()
}

/** Clicks the cell, types the new value, and presses Enter. */
export async function mend(
  page: Page,
  { row, field, value }: { row: number; field: string; value: string },
): Promise<void> {
  await page.locator(`#cell-${row}-${field}`).click()
  await page.locator(`#cell-${row}-${field} input`).fill(value)
  await page.keyboard.press('Enter')
  await expect(page.locator(`#cell-${row}-${field}`)).toContainText(value)
}

export function toWorkbook(rows: string[][]): Buffer {
  return write(utils.book_new(utils.aoa_to_sheet(rows), 'Liste'), { type: 'buffer', bookType: 'xlsx' })
}

/** Everybody in a project of up to 600 people. */
export async function listAll(view: SandboxView, projectId: number): Promise<Employee[]> {
  const pages = await Promise.all([1, 2, 3].map(page => view.listEmployees(projectId, `page=${page}`)))
  return pages.flat()
}
