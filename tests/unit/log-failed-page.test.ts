import { expect, test, vi } from 'vitest'
import { logFailedPage } from '#lib/log-failed-page.ts'

test('a failed page is logged with the reference that its reader sees, without the error’s text', () => {
  const line = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = Object.assign(new TypeError('CANARY'), { digest: '2718281828' })
  logFailedPage(error, '/projects/[projectId]')
  const written = String(line.mock.calls[0]?.[0])
  expect(JSON.parse(written)).toMatchObject({
    event: 'page_failed',
    reference: '2718281828',
    page: '/projects/[projectId]',
  })
  expect(JSON.parse(written)).toMatchObject({
    error: 'TypeError',
    at: expect.stringContaining('log-failed-page.test.ts:'),
  })
  expect(written).not.toContain('CANARY')
})

test('a failed page without a reference is logged all the same', () => {
  const line = vi.spyOn(console, 'error').mockImplementation(() => {})
  logFailedPage('CANARY', '/projects')
  expect(line).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"reference":null'))
})
