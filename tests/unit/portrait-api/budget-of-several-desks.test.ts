import { beforeEach, expect, test } from 'vitest'
import { Budget } from '#lib/portrait-api/budget.ts'
import type { BudgetEvent } from '#lib/portrait-api/budget-types.ts'
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
      const events: BudgetEvent['event'][] = []
      const onEvent = ({ event }: BudgetEvent) => events.push(event)
      const budget = new Budget({ ...OPTIONS, ...options }, { desk: name, ledger: store, onEvent })
      return { budget, trouble, events }
    },
  }
}

/** Records whether a call has its place. */
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

test('a call is sent only after its place is stored', async () => {
  const { desk, written } = open()
  const call = watch(desk('one').budget.acquire('background'))
  await passMs(19)
  expect(call.permit).toBeUndefined()
  await passMs(1)
  expect(call.permit).toBeDefined()
  expect(Object.values(written[0]?.ledger.desks ?? {})).toMatchObject([{ flights: [{ id: 1 }] }])
})

test('a desk that was frozen until its lease expired does not use a place granted before', async () => {
  const { desk } = open()
  const [one, two] = [desk('one'), desk('two')]
  const late = watch(one.budget.acquire('background'))
  // The place is stored, but the desk is frozen for three windows before it knows.
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

test('people are refused without the ledger, and batches wait and resume by themselves', async () => {
  const { desk, goAway } = open()
  const { budget, events } = desk('one')
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
  expect(events.filter(event => event !== 'waiting')).toEqual(['lost', 'found'])
})

test('a person who would wait too long is refused with the time to try again', async () => {
  const { desk } = open()
  const { budget } = desk('one', { interactiveWaitMs: 700 })
  ;(await held(budget)).arrived()
  await passMs(100)
  const person = watch(budget.acquire('interactive', { person: 'anna' }))
  await passMs(50)
  expect(person.error).toMatchObject({ code: 'busy', retryAfterSeconds: 1 })
})

async function held(budget: Budget) {
  const call = watch(budget.acquire('background'))
  await passMs(50)
  if (!call.permit) throw new Error('The call has no place.')
  return call.permit
}

test('a returned place goes to another desk at once, and an aborted call holds nothing up', async () => {
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

test('a long call keeps its place while its desk is alive', async () => {
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

test('a place granted during a pause waits for the end of the pause', async () => {
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

test('an answer counts from its latest possible moment when the server is slow', async () => {
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
