import { expect, onTestFinished, test, vi } from 'vitest'
import type { AccountRow } from '#lib/store/account-store.ts'
import { applySettings } from '#tests/support/desk-env.ts'

const LOOK_MS = 800

/** An account of a provider that the desk does not name: its way in is closed. */
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
  'the work of somebody whose way to sign in is closed is not ended, and is when they are %s',
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

test('who cannot sign in as the desk is set up keeps a right until the role, or the account, is taken away', async () => {
  const { change, remove, mayEdit } = await openLockedOut()
  expect(await mayEdit()).toBe(true)
  await change({ role: 'viewer' })
  expect(await mayEdit()).toBe(false)
  await change({ role: 'editor', status: 'disabled' })
  expect(await mayEdit()).toBe(false)
  await remove()
  expect(await mayEdit()).toBe(false)
})
