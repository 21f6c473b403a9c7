import { expect, test } from 'vitest'
import { SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { startSandbox } from './support/start-sandbox.ts'

test('the journal lists every request in order, with key id, method, path, status and time', async () => {
  const sandbox = startSandbox({ now: () => 1_000_000 })
  await sandbox.api('GET', '/projects/101/employees?per_page=1&page=2')
  await sandbox.api('DELETE', '/employees/1001')
  await sandbox.api('GET', '/projects', { key: 'unknown' })
  const rest = { time: 1_000_000, ended: 1_000_000, fault: null, outcome: 'answered', open: false }
  expect(await sandbox.journal()).toEqual([
    {
      id: 1,
      key_id: 1,
      method: 'GET',
      path: '/projects/101/employees?per_page=1&page=2',
      status: 200,
      ...rest,
    },
    { id: 2, key_id: 1, method: 'DELETE', path: '/employees/1001', status: 204, ...rest },
    { id: 3, key_id: null, method: 'GET', path: '/projects', status: 401, ...rest },
  ])
  expect(JSON.stringify(await sandbox.journal())).not.toContain(SANDBOX_KEY)
})

test('the journal distinguishes limited, dropped and cut requests', async () => {
  const sandbox = startSandbox({ rateLimit: 1 })
  await sandbox.addFault({ answer: { kind: 'drop' } })
  await sandbox.addFault({ answer: { kind: 'status', status: 429 } })
  await sandbox.addFault({ answer: { kind: 'cut', bytes: 5 } })
  await sandbox.api('GET', '/projects').catch(() => null)
  await sandbox.api('GET', '/projects')
  await (await sandbox.api('GET', '/projects')).text().catch(() => null)
  await sandbox.api('GET', '/projects')
  const outcomes = (await sandbox.journal()).map(({ outcome, status }) => [outcome, status])
  expect(outcomes).toEqual([
    ['dropped', null],
    ['answered', 429],
    ['cut', 200],
    ['limited', 429],
  ])
})

test('the journal shows a request as open until its body is read, or aborted', async () => {
  const sandbox = startSandbox()
  const answer = await sandbox.api('GET', '/employees/1001/photo')
  expect((await sandbox.journal()).at(-1)).toMatchObject({
    open: true,
    outcome: null,
    ended: null,
    status: 200,
  })
  const reader = answer.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect((await sandbox.journal()).at(-1)).toMatchObject({ open: false, outcome: 'aborted' })
})

test('the journal shows a waiting caller whose signal ends as aborted', async () => {
  const sandbox = startSandbox()
  await sandbox.addFault({ answer: { kind: 'delay', ms: 10_000 } })
  const leaving = new AbortController()
  const call = sandbox.api('GET', '/projects', { signal: leaving.signal })
  leaving.abort()
  await expect(call).rejects.toThrow()
  expect(await sandbox.journal()).toMatchObject([{ outcome: 'aborted', open: false, fault: 1 }])
})

test('the journal can be emptied', async () => {
  const sandbox = startSandbox()
  await sandbox.api('GET', '/projects')
  await sandbox.portal('DELETE', '/journal')
  expect(await sandbox.journal()).toEqual([])
})
