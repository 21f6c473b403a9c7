import { beforeEach, expect, test } from 'vitest'
import type { BudgetNews } from '#lib/portrait-api/budget.ts'
import { SharedBudget } from '#lib/portrait-api/shared-budget.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { createLedgerModel } from '#tests/support/ledger-model.ts'

const OPTIONS = {
  limit: 1,
  windowMs: 1_000,
  reserve: 0,
  activeMs: 500,
  interactiveWaitMs: 10_000,
  leaseMs: 600,
  turnMs: 300,
  pollMs: 100,
  unreachableMs: 400,
}

beforeEach(stopClock)

function open({ delays = [5] }: { delays?: number[] } = {}) {
  const model = createLedgerModel({ delays, clockMs: 1_000_000 })
  return {
    ...model,
    desk(name: string, options: Partial<typeof OPTIONS> = {}) {
      const { store, trouble } = model.connect(name)
      const news: BudgetNews['event'][] = []
      const budget = new SharedBudget({ ...OPTIONS, ...options, desk: name }, store, {
        tell: ({ event }) => news.push(event),
      })
      return { budget, trouble, news }
    },
  }
}

/** Whether a call has its place by now. */
function watch<Value>(promise: Promise<Value>) {
  const state: { permit?: Value; error?: unknown } = {}
  promise.then(
    permit => {
      state.permit = permit
    },
    error => {
      state.error = error
    },
  )
  return state
}

test('a call sets off only after its place has been written down', async () => {
  const { desk, written } = open()
  const call = watch(desk('one').budget.acquire('background'))
  await passMs(19)
  expect(call.permit).toBeUndefined()
  await passMs(1)
  expect(call.permit).toBeDefined()
  expect(Object.values(written[0]?.ledger.desks ?? {})).toMatchObject([{ flights: [{ id: 1 }] }])
})

test('a desk that stood still until its lease was over does not use the place that it was given before', async () => {
  const { desk } = open()
  const [one, two] = [desk('one'), desk('two')]
  const late = watch(one.budget.acquire('background'))
  // The place is written down; the answer to it finds nobody for three windows.
  await passMs(17)
  one.trouble.silentUntil = performance.now() + 3_000
  const other = watch(two.budget.acquire('background'))
  await passMs(2_900)
  expect(other.permit).toBeDefined()
  await passMs(500)
  expect(late.permit).toBeUndefined()
  other.permit?.arrived()
  await passMs(1_200)
  expect(late.permit).toBeDefined()
})

test('while the ledger cannot be reached people who wait are told, batches wait and go on by themselves', async () => {
  const { desk, goAway } = open()
  const { budget, news } = desk('one')
  goAway(5_000)
  const person = watch(budget.acquire('interactive', { person: 'anna' }))
  const batch = watch(budget.acquire('background'))
  await passMs(1_500)
  expect(person.error).toMatchObject({ code: 'budget_unreachable', neverSent: true, retryAfterSeconds: 2 })
  await expect(budget.acquire('interactive', { person: 'anna' })).rejects.toMatchObject({
    code: 'budget_unreachable',
  })
  expect(batch).toEqual({})
  expect(budget.state()).toMatchObject({ free: 0, waiting: { interactive: 0, background: 1 } })
  await passMs(6_000)
  expect(batch.permit).toBeDefined()
  expect(news.filter(event => event !== 'waiting')).toEqual(['lost', 'found'])
})

test('people who wait for the limit are told when it takes too long, and by when to try again', async () => {
  const { desk } = open()
  const { budget } = desk('one', { interactiveWaitMs: 700 })
  ;(await held(budget)).arrived()
  await passMs(100)
  const person = watch(budget.acquire('interactive', { person: 'anna' }))
  await passMs(50)
  expect(person.error).toMatchObject({ code: 'busy', retryAfterSeconds: 1 })
})

async function held(budget: SharedBudget) {
  const call = watch(budget.acquire('background'))
  await passMs(50)
  if (!call.permit) throw new Error('The call has no place.')
  return call.permit
}

test('a place that is given back is another desk’s at once, and one that waits no longer holds up nobody', async () => {
  const { desk } = open()
  const [one, two] = [desk('one'), desk('two')]
  const permit = await held(one.budget)
  const caller = new AbortController()
  const gone = watch(one.budget.acquire('background', { signal: caller.signal }))
  await passMs(50)
  const next = watch(two.budget.acquire('background'))
  await passMs(50)
  caller.abort(new Error('left'))
  permit.giveBack()
  await passMs(50)
  expect(gone.error).toMatchObject({ message: 'left' })
  expect(next.permit).toBeDefined()
})

test('a call that takes long keeps its place for as long as its desk is there', async () => {
  const { desk } = open()
  const [one, two] = [desk('one'), desk('two')]
  const permit = await held(one.budget)
  const next = watch(two.budget.acquire('background'))
  await passMs(5_000)
  expect(next.permit).toBeUndefined()
  permit.arrived()
  await passMs(990)
  expect(next.permit).toBeUndefined()
  await passMs(60)
  expect(next.permit).toBeDefined()
})

test('a place that is granted while the service asks for a pause waits for the pause to end', async () => {
  const { desk } = open()
  const { budget } = desk('one')
  const call = watch(budget.acquire('background'))
  await passMs(17)
  budget.pause(2_000)
  await passMs(1_990)
  expect(call.permit).toBeUndefined()
  await passMs(100)
  expect(call.permit).toBeDefined()
})

test('on a slow way to the server an answer counts from the latest moment that it can have come', async () => {
  const { desk } = open({ delays: [100] })
  const { budget } = desk('one', { leaseMs: 5_000 })
  const first = watch(budget.acquire('background'))
  await passMs(400)
  const next = watch(budget.acquire('background'))
  first.permit?.arrived()
  await passMs(1_000)
  expect(first.permit).toBeDefined()
  expect(next.permit).toBeUndefined()
  await passMs(1_000)
  expect(next.permit).toBeDefined()
})
