import { beforeEach, expect, test, vi } from 'vitest'
import type { DeskErrorOptions, ErrorCode } from '#lib/errors.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

const MADE = readyEmployee({ status: 'pending' })
const INPUT = { first_name: MADE.first_name, last_name: MADE.last_name, email: MADE.email }

vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))
beforeEach(() => void applySettings())

type Outcome = 'made' | ErrorCode | { code: ErrorCode; but: 'made' | 'neverSent' | 'done' }

/** Creates people while the calls end in these ways, in sequence. */
async function create(...outcomes: Outcome[]) {
  const people: Employee[] = []
  const listEmployees = vi.fn(async () => pageOf(people))
  const { createOnce } = await import('#lib/employees/create-once.ts')
  const { DeskError } = await import('#lib/errors.ts')
  const queue = outcomes.values()
  const send = vi.fn(async () => {
    const next = queue.next()
    if (next.done) throw new Error('The test expected no further call.')
    const outcome = next.value
    const { code, but } = typeof outcome === 'object' ? outcome : { code: outcome, but: null }
    if (code === 'made' || but === 'made') people.push(MADE)
    if (code === 'made') return [MADE]
    const options: DeskErrorOptions = { neverSent: but === 'neverSent', done: but === 'done' }
    throw new DeskError(code, options)
  })
  const result = createOnce(fakeClient({ listEmployees }), { projectId: 7, inputs: [INPUT], send })
  return { result, send, listEmployees }
}

test('a successful create is sent once, without a look-up', async () => {
  const { result, send, listEmployees } = await create('made')
  expect(await result).toEqual([MADE])
  expect([send.mock.calls.length, listEmployees.mock.calls.length]).toEqual([1, 0])
})

test('a conflict is sent again, and thrown when it persists', async () => {
  expect(await (await create('conflict', 'conflict', 'made')).result).toEqual([MADE])
  const { result, send } = await create(...Array.from({ length: 5 }, () => 'conflict' as const))
  await expect(result).rejects.toMatchObject({ code: 'conflict' })
  expect(send).toHaveBeenCalledTimes(5)
})

test('a create that was done is not sent again although its answer was lost', async () => {
  const { result, send } = await create({ code: 'service_timeout', but: 'made' })
  expect(await result).toEqual([MADE])
  expect(send).toHaveBeenCalledOnce()
})

test('a create that the service confirmed is looked up by e-mail alone, and never sent again', async () => {
  const { createOnce } = await import('#lib/employees/create-once.ts')
  const { DeskError } = await import('#lib/errors.ts')
  const otherwise = { ...MADE, status: 'registered', first_name: 'J.', last_name: 'GROSS' }
  const listEmployees = vi.fn(async () => pageOf([otherwise]))
  const send = vi.fn(async () => {
    throw new DeskError('bad_service_answer', { done: true })
  })
  expect(await createOnce(fakeClient({ listEmployees }), { projectId: 7, inputs: [INPUT], send })).toEqual([
    otherwise,
  ])
  expect(send).toHaveBeenCalledOnce()
  const lost = await create({ code: 'bad_service_answer', but: 'done' })
  await expect(lost.result).rejects.toMatchObject({ code: 'outcome_unknown' })
  expect(lost.send).toHaveBeenCalledOnce()
})

test('a create without people does not count as done for lack of people to find', async () => {
  const { createOnce } = await import('#lib/employees/create-once.ts')
  const { DeskError } = await import('#lib/errors.ts')
  for (const [error, code] of [
    [{}, 'service_unreachable'],
    [{ done: true }, 'outcome_unknown'],
  ] as const) {
    const send = vi.fn(async () => {
      throw new DeskError('service_unreachable', error)
    })
    const result = createOnce(fakeClient({}), { projectId: 7, inputs: [], send })
    await expect(result).rejects.toMatchObject({ code })
  }
})

test('a create that was not done is sent once more, and then given up', async () => {
  expect(await (await create('service_unreachable', 'made')).result).toEqual([MADE])
  const { result, send } = await create('service_unreachable', 'service_unreachable')
  await expect(result).rejects.toMatchObject({ code: 'service_unreachable' })
  expect(send).toHaveBeenCalledTimes(2)
})

test('a create that an earlier desk may have sent is looked up before it is sent', async () => {
  const { createOnce } = await import('#lib/employees/create-once.ts')
  const people: Employee[] = []
  const listEmployees = vi.fn(async () => pageOf(people))
  const send = vi.fn(async () => [MADE])
  const again = () =>
    createOnce(fakeClient({ listEmployees }), { projectId: 7, inputs: [INPUT], send, inDoubt: true })
  expect(await again()).toEqual([MADE])
  expect([listEmployees.mock.calls.length, send.mock.calls.length]).toEqual([1, 1])
  people.push(MADE)
  expect(await again()).toEqual([MADE])
  expect(send).toHaveBeenCalledOnce()
})

test('a create in doubt returns nobody in the place of a person who is missing', async () => {
  const { createOnce } = await import('#lib/employees/create-once.ts')
  const others = [1, 2].map(id => ({ ...MADE, id, email: `other.${id}@example.com` }))
  const inputs = [INPUT, ...others.map(({ email }) => ({ ...INPUT, email }))]
  const send = vi.fn(async () => [])
  const client = fakeClient({ listEmployees: async () => pageOf(others) })
  expect(await createOnce(client, { projectId: 7, inputs, send, inDoubt: true })).toEqual([null, ...others])
  const requireOwn = vi.fn(() => Promise.reject(new Error('They are somebody else’s.')))
  const claimed = createOnce(client, { projectId: 7, inputs, send, inDoubt: true, requireOwn })
  await expect(claimed).rejects.toThrow('somebody else')
  expect([requireOwn.mock.calls, send.mock.calls]).toEqual([[[[null, ...others]]], []])
})

test('a first call that arrives late creates nobody twice: the second refusal is looked up', async () => {
  const { result, send } = await create('service_timeout', { code: 'invalid', but: 'made' })
  expect(await result).toEqual([MADE])
  expect(send).toHaveBeenCalledTimes(2)
})

test('a late first call creates nobody twice although the refusal looks like a brief conflict', async () => {
  const conflict = { code: 'conflict', but: 'made' } as const
  const { result } = await create(
    'service_timeout',
    conflict,
    ...Array.from({ length: 4 }, () => 'conflict' as const),
  )
  expect(await result).toEqual([MADE])
})

test('a conflict that persists after a lost answer is thrown when nobody was created', async () => {
  const { result } = await create('service_timeout', ...Array.from({ length: 5 }, () => 'conflict' as const))
  await expect(result).rejects.toMatchObject({ code: 'conflict' })
})

test.each<Outcome>(['invalid', 'not_found', 'busy', { code: 'service_unreachable', but: 'neverSent' }])(
  'a create that certainly was not done throws its reason: %j',
  async outcome => {
    const { result, send, listEmployees } = await create(outcome)
    await expect(result).rejects.toThrow()
    expect([send.mock.calls.length, listEmployees.mock.calls.length]).toEqual([1, 0])
  },
)
