import type { Page } from '@playwright/test'
import { expect } from './desk-test.ts'

/** Opens the list of everything that is under way or has lately ended. */
export async function openWork(page: Page): Promise<void> {
  await page.locator('#work').click()
  await expect(page.getByRole('dialog').getByRole('article').first()).toBeVisible()
}
