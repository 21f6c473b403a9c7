import { test as base, expect, type Page } from '@playwright/test'
import { type PracticeDesk, startPracticeDesk } from './practice-desk.ts'

export { expect }

const DESK_START_MS = 120_000

type Options = {
  /** HTTP statuses that the test provokes; the browser logs an error line for each such answer. */
  expectedStatuses: number[]
}

/** Every browser test fails when the page logs an error or throws one. Each worker has a desk of its own. */
export const test = base.extend<{ page: Page } & Options, { desk: PracticeDesk }>({
  desk: [
    async ({ browserName: _ }, use) => {
      const desk = await startPracticeDesk()
      await use(desk)
      await desk.stop()
    },
    { scope: 'worker', auto: true, timeout: DESK_START_MS },
  ],
  baseURL: ({ desk }, use) => use(desk.url),
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
