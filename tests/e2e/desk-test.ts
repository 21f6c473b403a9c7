import { test as base, expect, type Page } from '@playwright/test'
import { DESK_URL } from './ports.ts'
import { resetSandbox } from './sandbox.ts'

export { expect }

type Options = {
  /** HTTP statuses that the test provokes; the browser logs an error line for each such answer. */
  expectedStatuses: number[]
}

/** Every browser test fails when the page logs an error or throws one. A worker begins with a desk that knows nothing. */
export const test = base.extend<{ page: Page } & Options, { freshDesk: undefined }>({
  freshDesk: [
    async ({ browserName: _ }, use) => {
      await resetSandbox()
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: DESK_URL,
  expectedStatuses: [[], { option: true }],
  page: async ({ page, expectedStatuses }, use) => {
    findWhatIsSeen(page)
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

/** Texts are found where they are seen: what is said besides is looked at by its transcripts alone (`spoken.test.ts`). */
export function findWhatIsSeen(page: Page): void {
  page.getByText = (text, options) => page.locator('body > :not([aria-live])').getByText(text, options)
}
