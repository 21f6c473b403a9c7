import { expect, test } from 'vitest'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import { type Decision, decideGrants, type Report } from '#lib/portrait-api/decide-grants.ts'
import { type Ledger, type LedgerOptions, parseLedger } from '#lib/portrait-api/ledger.ts'

const OPTIONS: LedgerOptions = {
  limit: 4,
  windowMs: 1_000,
  reserve: 0,
  activeMs: 500,
  interactiveWaitMs: 10_000,
  leaseMs: 600,
  turnMs: 300,
}

/** Creates desks at one ledger. Each reports its whole state with each poll. */
function openLedger(options: Partial<LedgerOptions> = {}) {
  let ledger: Ledger = parseLedger(null, 0)
  const all = { ...OPTIONS, ...options }
  return {
    look: (now: number) => decideGrants(ledger, reportOf('nobody'), { now, options: all }),
    desk(name: string) {
      const report = reportOf(name)
      let lastId = 0
      return {
        /** Adds a call, which is answered as soon as `look` grants it. */
        want(lane: Lane, person = '', more: Partial<Report['waits'][number]> = {}): number {
          lastId += 1
          const wait = { id: lastId, lane, person, changes: false, last: false, agoMs: 0 }
          report.waits.push({ ...wait, ...more })
          return lastId
        },
        report,
        look(now: number, { answers = true }: { answers?: boolean } = {}): Decision {
          const decision = decideGrants(ledger, report, { now, options: all })
          if (decision.isChanged) {
            ledger = decision.ledger
            report.answered = []
          }
          const over = new Set([...decision.granted, ...decision.refused.map(({ id }) => id)])
          const begun = report.waits.filter(({ id }) => decision.granted.includes(id))
          report.waits = report.waits.filter(({ id }) => !over.has(id))
          for (const { id, lane, person } of begun) {
            const flight = { id, person: lane === 'interactive' ? person : null }
            if (answers) report.answered.push({ ...flight, agoMs: 0 })
            else report.flights.push(flight)
          }
          report.isDue = report.answered.length > 0
          return decision
        },
      }
    },
  }
}

function reportOf(desk: string): Report {
  return { desk, flights: [], answered: [], isDue: false, waits: [], hasBatch: false, pauseMs: 0 }
}

/** Takes places at the time 0, at another desk. */
function fill({ desk }: ReturnType<typeof openLedger>, count: number): void {
  const other = desk('filler')
  for (let index = 0; index < count; index += 1) other.want('background')
  expect(other.look(0).granted).toHaveLength(count)
  other.look(0)
}

test('all desks share the limit, and each place is free one window after its answer', () => {
  const { desk } = openLedger()
  const [one, two] = [desk('one'), desk('two')]
  for (let index = 0; index < 3; index += 1) one.want('background')
  for (let index = 0; index < 3; index += 1) two.want('background')
  expect(one.look(0).granted).toHaveLength(3)
  one.look(10)
  expect(two.look(20).granted).toHaveLength(1)
  two.look(30)
  const waits = two.look(900)
  expect(waits).toMatchObject({ granted: [], nextAt: 1_010 })
  expect(two.look(1_009).granted).toEqual([])
  expect(two.look(1_010).granted).toHaveLength(2)
})

test('an export leaves the place to a person at another desk, and wakes that desk', () => {
  const ledger = openLedger()
  fill(ledger, 4)
  const [export_, people] = [ledger.desk('export'), ledger.desk('people')]
  for (let index = 0; index < 6; index += 1) export_.want('background')
  export_.look(800)
  const anna = people.want('interactive', 'anna')
  people.look(900)
  const first = export_.look(1_000)
  expect(first.granted).toHaveLength(3)
  expect(first.wake).toEqual(['people'])
  expect(people.look(1_000).granted).toEqual([anna])
})

test('an export leaves a melting reserve after a call of a person at another desk', () => {
  const { desk } = openLedger({ reserve: 2 })
  const [people, export_] = [desk('people'), desk('export')]
  people.want('interactive', 'anna')
  people.look(0)
  people.look(0)
  for (let index = 0; index < 6; index += 1) export_.want('background')
  expect(export_.look(1).granted).toHaveLength(1)
  expect(export_.look(260).granted).toHaveLength(1)
  expect(export_.look(520).granted).toHaveLength(1)
})

test('people take turns across desks', () => {
  const ledger = openLedger({ limit: 2 })
  fill(ledger, 2)
  const [one, two] = [ledger.desk('one'), ledger.desk('two')]
  const [first, second] = [one.want('interactive', 'anna'), one.want('interactive', 'anna')]
  one.look(900)
  const berta = two.want('interactive', 'berta', { agoMs: 0 })
  two.look(910)
  const { granted, wake } = one.look(1_000)
  expect({ granted, wake }).toEqual({ granted: [first], wake: ['two'] })
  expect(two.look(1_000).granted).toEqual([berta])
  one.look(1_001)
  expect(one.look(2_001).granted).toEqual([second])
})

test('exports at two desks share free places by the age of their calls', () => {
  const ledger = openLedger()
  fill(ledger, 4)
  const [one, two] = [ledger.desk('one'), ledger.desk('two')]
  for (let index = 0; index < 4; index += 1) one.want('background', '', { agoMs: index % 2 })
  one.look(900)
  for (let index = 0; index < 4; index += 1) two.want('background', '', { agoMs: index % 2 })
  two.look(900)
  expect(one.look(1_000).granted).toHaveLength(2)
  expect(two.look(1_000).granted).toHaveLength(2)
})

test('two desks with calls of equal age agree whose turn it is', () => {
  const ledger = openLedger({ limit: 1 })
  fill(ledger, 1)
  const [one, two] = [ledger.desk('one'), ledger.desk('two')]
  one.want('background')
  two.want('background')
  one.look(900)
  two.look(900)
  const granted = [one, two].flatMap(desk => desk.look(1_000).granted)
  expect(granted).toHaveLength(1)
})

test('idle calls wait while any desk has a batch', () => {
  const { desk } = openLedger()
  const [batch, thumbnails] = [desk('batch'), desk('thumbnails')]
  batch.report.hasBatch = true
  batch.look(0)
  thumbnails.want('idle')
  expect(thumbnails.look(10).granted).toEqual([])
  batch.report.hasBatch = false
  batch.look(20)
  expect(thumbnails.look(30).granted).toHaveLength(1)
})

test('a pause of one desk holds for all, and a short pause does not end a long one', () => {
  const { desk } = openLedger()
  const [one, two] = [desk('one'), desk('two')]
  one.report.pauseMs = 5_000
  one.look(0)
  two.report.pauseMs = 100
  two.want('background')
  expect(two.look(10)).toMatchObject({ granted: [], nextAt: 5_000 })
  two.report.pauseMs = 0
  expect(two.look(4_999).granted).toEqual([])
  expect(two.look(5_000).granted).toHaveLength(1)
})

test('people who would wait too long are refused, also those who wait when a long pause begins', () => {
  const ledger = openLedger({ interactiveWaitMs: 800 })
  fill(ledger, 4)
  const [one, two] = [ledger.desk('one'), ledger.desk('two')]
  const early = two.want('interactive', 'anna')
  expect(two.look(100).refused).toEqual([{ id: early, waitMs: 900 }])
  const waiting = two.want('interactive', 'anna')
  expect(two.look(300).refused).toEqual([])
  one.report.pauseMs = 5_000
  one.look(310)
  expect(two.look(320).refused).toEqual([{ id: waiting, waitMs: 4_990 }])
})

test('flights of a dead desk count for a window after its lease, and its waits are dropped', () => {
  const { desk } = openLedger({ limit: 2 })
  const [dead, living] = [desk('dead'), desk('living')]
  for (let index = 0; index < 3; index += 1) dead.want('background')
  expect(dead.look(0, { answers: false }).granted).toHaveLength(2)
  living.want('background')
  living.want('background')
  for (const now of [1, 599, 600, 1_599]) expect(living.look(now).granted).toEqual([])
  expect(living.look(1_600).granted).toHaveLength(2)
})

test('a silent desk keeps its turn only for a moment', () => {
  const ledger = openLedger({ limit: 1, leaseMs: 60_000 })
  fill(ledger, 1)
  const [silent, living] = [ledger.desk('silent'), ledger.desk('living')]
  silent.want('background')
  silent.look(900)
  living.want('background')
  expect(living.look(1_000).granted).toEqual([])
  expect(living.look(1_200).granted).toHaveLength(1)
})

test('a flight that its desk no longer reports gives its place back at once', () => {
  const { desk, look } = openLedger()
  const one = desk('one')
  one.want('background')
  one.look(0, { answers: false })
  expect(look(1).ledger.desks).toHaveProperty('one')
  one.report.flights = []
  one.look(2)
  expect(look(3).ledger).toMatchObject({ desks: {}, taken: [] })
})

test('moments keep their distance when the clock of the ledger is set back', () => {
  const { desk } = openLedger({ limit: 1 })
  const one = desk('one')
  one.want('background')
  one.want('background')
  one.look(100_000)
  one.look(100_000)
  expect(one.look(50_000)).toMatchObject({ granted: [], nextAt: 51_000 })
  expect(one.look(50_999).granted).toEqual([])
  expect(one.look(51_000).granted).toHaveLength(1)
})

test('a desk that only reads has nothing to write', () => {
  const ledger = openLedger()
  fill(ledger, 4)
  const one = ledger.desk('one')
  one.want('background')
  expect(one.look(800).isChanged).toBe(true)
  expect(one.look(850).isChanged).toBe(false)
  one.want('background')
  expect(one.look(851).isChanged).toBe(false)
  one.want('interactive', 'anna')
  expect(one.look(852).isChanged).toBe(true)
})

test('thousands of answers become few entries', () => {
  const { desk, look } = openLedger({ limit: 5_000, windowMs: 60_000 })
  const one = desk('one')
  for (let now = 0; now < 5_000; now += 5) {
    for (let index = 0; index < 5; index += 1) one.want('background')
    one.look(now)
  }
  one.look(5_000)
  expect(look(5_001).ledger.taken.length).toBeLessThan(100)
})
