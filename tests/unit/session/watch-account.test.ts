import { expect, onTestFinished, test, vi } from 'vitest'
import type { AccountRow } from '#lib/store/account-store.ts'
import { applySettings } from '#tests/support/desk-env.ts'

const LOOK_MS = 800

/** Opens an account of a provider that is not configured, so that it cannot sign in. */
async function openLockedOut() {
  applySettings({ LOCAL_SIGN_IN: '1' })
  const [{ getAccountStore }, accounts, { watchAccount }, { canEditEmployees }] = await Promise.all([
    import('#lib/store/account-store.ts'),
    import('#lib/session/accounts/accounts.ts'),
    import('#lib/session/sessions/watch-access.ts'),
    import('#lib/session/permissions.ts'),
  ])
  const ben = accounts.newAccountRow({
    ...{ id: 'ben', email: 'ben@example.com', role: 'editor' },
    ...{ issuer: 'https://login.example.test', subject: 'ben' },
  })
  await getAccountStore().create(ben)
  expect(await accounts.isLockedOut('ben')).toBe(true)
  const change = (changes: Partial<AccountRow>) => getAccountStore().update('ben', changes)
  const mayEdit = () => accounts.keepsRight('ben', canEditEmployees)
  const remove = () => getAccountStore().remove('ben')
  return { watchAccount, change, remove, mayEdit }
}

test.each(['disabled', 'removed'] as const)(
  'the work of an account whose sign-in is closed continues, until the account is %s',
  async how => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { watchAccount, change, remove } = await openLockedOut()
    const onEnded = vi.fn()
    onTestFinished(watchAccount('ben', onEnded))
    await vi.advanceTimersByTimeAsync(3 * LOOK_MS)
    expect(onEnded).not.toHaveBeenCalled()
    await (how === 'disabled' ? change({ status: 'disabled' }) : remove())
    await vi.advanceTimersByTimeAsync(3 * LOOK_MS)
    expect(onEnded).toHaveBeenCalledOnce()
  },
)

test('a removed account is reported once, by one check at a time, and again after an outage', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { watchAccount, remove } = await openLockedOut()
  const { DeskError } = await import('#lib/errors.ts')
  await remove()
  const slow = Promise.withResolvers<void>()
  const onEnded = vi
    .fn<() => Promise<void>>()
    .mockImplementationOnce(() => slow.promise)
    .mockResolvedValue()
  onTestFinished(watchAccount('ben', onEnded))
  await vi.advanceTimersByTimeAsync(5 * LOOK_MS)
  expect(onEnded).toHaveBeenCalledOnce()
  slow.reject(new DeskError('database_unavailable'))
  await vi.advanceTimersByTimeAsync(5 * LOOK_MS)
  expect(onEnded).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('a stopped watcher is told nothing, not even by a check in flight', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { watchAccount, remove } = await openLockedOut()
  await remove()
  const onEnded = vi.fn(async () => {})
  const stop = watchAccount('ben', onEnded)
  vi.advanceTimersByTime(LOOK_MS)
  stop()
  await vi.advanceTimersByTimeAsync(5 * LOOK_MS)
  expect(onEnded).not.toHaveBeenCalled()
})

test('a stream whose session cannot be read is cancelled, so that nothing stays open', async () => {
  applySettings({ LOCAL_SIGN_IN: '1' })
  const { getSqlite } = await import('#lib/store/database.ts')
  const { toWatchedStream } = await import('#lib/session/sessions/watch-access.ts')
  getSqlite().exec('DROP TABLE sessions')
  const cancel = vi.fn()
  const user = { id: 'ben', email: 'ben@example.com', role: 'editor' } as const
  const watched = toWatchedStream(new ReadableStream({ cancel }), { user, sid: 'sid' })
  await expect(watched).rejects.toThrow('sessions')
  expect(cancel).toHaveBeenCalledOnce()
})

test('an account that cannot sign in keeps its right until role or account is taken away', async () => {
  const { change, remove, mayEdit } = await openLockedOut()
  expect(await mayEdit()).toBe(true)
  await change({ role: 'viewer' })
  expect(await mayEdit()).toBe(false)
  await change({ role: 'editor', status: 'disabled' })
  expect(await mayEdit()).toBe(false)
  await remove()
  expect(await mayEdit()).toBe(false)
})
