import type { Page } from '@playwright/test'
import { expect } from './desk-test.ts'

/** Opens the list of running and recently ended jobs. */
export async function openWork(page: Page): Promise<void> {
  await page.locator('#work').click()
  await expect(page.getByRole('dialog').getByRole('article').first()).toBeVisible()
}
