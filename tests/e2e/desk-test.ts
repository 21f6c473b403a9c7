import { test as base, expect, type Page } from '@playwright/test'

export { expect }

type Options = {
  /** HTTP statuses that the test provokes; the browser logs an error line for each such answer. */
  expectedStatuses: number[]
}

/** Every browser test fails when the page logs an error or throws one. */
export const test = base.extend<{ page: Page } & Options>({
  expectedStatuses: [[], { option: true }],
  page: async ({ page, expectedStatuses }, use) => {
    const errors: string[] = []
    page.on('console', message => {
      const status = Number(/responded with a status of (\d+)/.exec(message.text())?.[1])
      if (message.type() === 'error' && !expectedStatuses.includes(status)) errors.push(message.text())
    })
    page.on('pageerror', error => errors.push(String(error)))
    await use(page)
    expect(errors, 'errors in the browser console').toEqual([])
  },
})

/** Signs in as a person would; practice mode has filled the form in. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByLabel('E-mail')).toHaveValue('hr@example.com')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
}
