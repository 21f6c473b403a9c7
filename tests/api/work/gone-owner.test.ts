import { describe, expect, test } from 'vitest'
import { addAccount } from '#tests/support/accounts.ts'
import { leaveBatch, listWork } from '#tests/support/batches.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { until } from '#tests/support/until.ts'

const WAITS = { state: 'paused', pause_reason: 'not_connected' } as const

async function stateOf({ id }: { id: string }) {
  const { getBatchStore } = await import('#lib/store/batch-store.ts')
  return (await getBatchStore().find(id))?.state
}

const deletions = async (desk: Desk) =>
  (await desk.service.journal()).filter(({ method }) => method === 'DELETE')

const ENDS: [how: string, end: (admin: Person, owner: Person) => Promise<unknown>][] = [
  [
    'disabled',
    (admin, { id }) => admin.json('PATCH', `/api/accounts/${id}`, { body: { status: 'disabled' } }),
  ],
  ['removed', (admin, { id }) => admin.json('DELETE', `/api/accounts/${id}`)],
]

describe('a deletion of many that waits for its owner', () => {
  test.each(ENDS)(
    'a waiting deletion of many is cancelled when its owner is %s, and no other one',
    async (_, end) => {
      const desk = startDesk()
      const [admin, ben, other] = [await desk.signIn('admin'), await desk.signIn(), await desk.signIn()]
      const [left, kept] = [await leaveBatch(ben, WAITS), await leaveBatch(other, WAITS)]
      await end(admin, ben)
      await until('it is cancelled', async () => (await stateOf(left)) === 'cancelled')
      expect(await stateOf(kept)).toBe('paused')
    },
  )

  test('a waiting deletion does not resume after its owner was disabled and enabled again', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    const ben = await desk.signInAs((await addAccount({ role: 'editor' })).id)
    const left = await leaveBatch(ben, WAITS)
    const path = `/api/accounts/${ben.id}`
    await admin.json('PATCH', path, { body: { status: 'disabled' } })
    await until('it is cancelled', async () => (await stateOf(left)) === 'cancelled')
    await admin.json('PATCH', path, { body: { status: 'active' } })
    expect(await listWork(await desk.signInAs(ben.id))).toMatchObject([{ job: { state: 'cancelled' } }])
    expect(await deletions(desk)).toEqual([])
  })

  test('a waiting deletion is cancelled within the hour or at start after a command line disable', async () => {
    const desk = startDesk()
    const ben = await desk.signIn()
    const left = await leaveBatch(ben, WAITS)
    const { getAccountStore } = await import('#lib/store/account-store.ts')
    await getAccountStore().update(ben.id, { status: 'disabled' })
    await (await import('#lib/personal-data/keep-retentions.ts')).keepRetentions(Date.now())
    expect(await stateOf(left)).toBe('cancelled')
  })
})
