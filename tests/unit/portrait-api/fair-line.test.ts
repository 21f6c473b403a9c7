import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Caller, FairLine } from '#lib/portrait-api/fair-line.ts'

/** Number of calls of each other person served since this call became its person's next. */
type Call = Caller & { before: Map<string, number> }

/** A line with these calls, each written as its person and its name: `anna:read 1`, `berta!change 1`. */
function lineOf(...calls: string[]) {
  const line = new FairLine<string>()
  const add = (call: string) => {
    const [person = ''] = call.split(/[:!]/)
    line.add({ person, changes: call.includes('!') }, call)
  }
  for (const call of calls) add(call)
  const take = (mayBegin = (_: string) => true) => line.take(mayBegin)?.waiter
  const takeAll = () => Array.from({ length: line.length }, () => take())
  return { line, add, take, takeAll }
}

describe('the queue of people for calls', () => {
  test('the queue serves people in turn, however many calls one of them has', () => {
    const { takeAll } = lineOf('anna:1', 'anna:2', 'anna:3', 'berta:1', 'carla:1', 'berta:2')
    expect(takeAll()).toEqual(['anna:1', 'berta:1', 'carla:1', 'anna:2', 'berta:2', 'anna:3'])
  })

  test('the queue serves changes first: those of one person, and in a round those of others', () => {
    const { takeAll } = lineOf('anna:1', 'anna!2', 'berta:1', 'carla!1', 'berta:2', 'carla!2')
    expect(takeAll()).toEqual(['anna!2', 'carla!1', 'berta:1', 'carla!2', 'anna:1', 'berta:2'])
  })

  test('the queue gives nobody a second call in a round in which another person waits', () => {
    const { add, take } = lineOf('anna!1', 'anna!2', 'anna!3')
    expect(take()).toBe('anna!1')
    add('berta:1')
    expect([take(), take(), take()]).toEqual(['berta:1', 'anna!2', 'anna!3'])
  })

  test('the queue skips people who may not start, and keeps them', () => {
    const { take, line } = lineOf('anna:1', 'berta:1')
    expect(take(person => person === 'berta')).toBe('berta:1')
    expect(take(person => person === 'berta')).toBeUndefined()
    expect([line.length, take()]).toEqual([1, 'anna:1'])
  })

  test('the queue lets people leave, and is empty when all have left', () => {
    const { line, takeAll } = lineOf('anna:1', 'anna!2', 'berta:1')
    line.remove({ person: 'anna', changes: false }, 'anna:1')
    line.remove({ person: 'anna', changes: false }, 'anna:1')
    line.remove({ person: 'carla', changes: false }, 'carla:1')
    expect(takeAll()).toEqual(['anna!2', 'berta:1'])
    expect(line.length).toBe(0)
  })

  test('the queue counts the calls before one: all own ones, and one of each other per round', () => {
    const { line } = lineOf('anna:1', 'anna!2', 'berta:1', 'berta:2', 'berta:3', 'berta:4', 'carla:1')
    const everybody = () => true
    expect(line.before({ person: 'dora', changes: false }, everybody)).toEqual({ own: 0, others: 3 })
    expect(line.before({ person: 'anna', changes: false }, everybody)).toEqual({ own: 2, others: 4 })
    expect(line.before({ person: 'anna', changes: true }, everybody)).toEqual({ own: 1, others: 3 })
    const without = line.before({ person: 'dora', changes: true }, other => other !== 'berta')
    expect(without).toEqual({ own: 0, others: 2 })
  })
})

test('a call waits for one call of each other person, and a read for one more change', () => {
  const caller = fc.record({ person: fc.constantFrom('anna', 'berta', 'carla'), changes: fc.boolean() })
  const step = fc.option(caller, { freq: 2, nil: 'take' as const })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const line = new FairLine<Call>()
      const waiting: Call[] = []
      for (const step of [...steps, ...steps.map(() => 'take' as const)]) {
        if (step !== 'take') {
          const call = { ...step, before: new Map<string, number>() }
          waiting.push(call)
          line.add(step, call)
          continue
        }
        const taken = line.take(() => true)
        if (!taken) continue
        const place = waiting.indexOf(taken.waiter)
        const [call] = waiting.splice(place, 1)
        for (const [, count] of call?.before ?? []) expect(count).toBeLessThanOrEqual(call?.changes ? 1 : 2)
        // A person's next call has waited since the one before it was served.
        for (const other of waiting) {
          if (other.person === taken.person) other.before.clear()
          else other.before.set(taken.person, (other.before.get(taken.person) ?? 0) + 1)
        }
      }
      expect(line.length).toBe(0)
    }),
  )
})
