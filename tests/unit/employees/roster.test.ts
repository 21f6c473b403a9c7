import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'

beforeEach(() => void applySettings())

const PROJECT = 7
const peopleOf = (count: number) =>
  Array.from({ length: count }, (_, index) => readyEmployee({ id: index + 1 }))

/** Opens a service with these people; `onCall` may change them before the call is answered. */
async function open(people: Employee[], onCall: (number: number) => unknown = () => {}) {
  let calls = 0
  const listEmployees = vi.fn<PortraitClient['listEmployees']>(async (_, query): Promise<EmployeePage> => {
    calls += 1
    await onCall(calls)
    const { page = 1, per_page = 20 } = query
    const data = people.slice((page - 1) * per_page, page * per_page)
    const answer = pageOf(data, page, Math.max(1, Math.ceil(people.length / per_page)))
    return { ...answer, meta: { ...answer.meta, total: people.length } }
  })
  const client = fakeClient({ listEmployees })
  const { peekRoster, loadRoster, refreshRosterOf } = await import('#lib/employees/roster.ts')
  const { patchRosters } = await import('#lib/employees/held-rosters.ts')
  return {
    listEmployees,
    peek: () => peekRoster(client, PROJECT),
    load: (options?: Parameters<typeof loadRoster>[2]) => loadRoster(client, PROJECT, options),
    refreshOf: (employeeId: number) => refreshRosterOf(failWhenAsked(client, 100), employeeId),
    patch: (id: number, employee: Employee | null) => patchRosters(client, id, employee),
  }
}

/** Fails after so many calls: an endless loop would block the timeout of the test. */
function failWhenAsked(client: PortraitClient, times: number): PortraitClient {
  let left = times
  return Object.defineProperty({ ...client }, 'keyFingerprint', {
    get() {
      left -= 1
      if (left < 0) throw new Error(`The client was asked for its key more than ${times} times.`)
      return client.keyFingerprint
    },
  })
}

const idsOf = (employees: readonly Employee[]) => employees.map(({ id }) => id)

describe('a roster', () => {
  test('reading 5,000 people takes 26 background calls, and a second user adds none', async () => {
    const { listEmployees, load, peek } = await open(peopleOf(5000))
    const [one, other] = await Promise.all([load(), load()])
    expect([one.length, other.length]).toEqual([5000, 5000])
    expect(peek()).toMatchObject({ loaded: 5000, total: 5000, complete: true })
    expect(listEmployees).toHaveBeenCalledTimes(26)
    for (const [, query, options] of listEmployees.mock.calls)
      expect([query.per_page, options]).toEqual([
        200,
        { lane: 'background', fresh: true, since: expect.any(Number) },
      ])
  })

  test('a roster reports its progress while it is read for the first time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { peek, load } = await open(peopleOf(450), call => call === 3 && promise)
    expect(peek()).toEqual({
      employees: [],
      loaded: 0,
      total: null,
      complete: false,
      reading: true,
      asOf: null,
      unreadable: 0,
      failure: null,
    })
    await until('two pages are there', () => peek().loaded === 250)
    expect(peek()).toMatchObject({ total: 450, complete: false })
    resolve()
    expect(await load()).toHaveLength(450)
  })

  test('a roster omits a person from a page in flight once the person is known to be deleted', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { load, patch } = await open(peopleOf(2), () => promise)
    const reading = load()
    patch(2, null)
    resolve()
    expect(idsOf(await reading)).toEqual([1])
  })

  test('a polled roster is read again after a minute, and shows the old people meanwhile', async () => {
    stopClock()
    const people = peopleOf(3)
    const { listEmployees, load, peek } = await open(people)
    await load()
    people.push(readyEmployee({ id: 4 }))
    await passMs(60_000)
    peek()
    expect(listEmployees).toHaveBeenCalledOnce()
    await passMs(1)
    expect(peek()).toMatchObject({ loaded: 3, complete: true })
    await passMs(0)
    expect(peek()).toMatchObject({ loaded: 4, complete: true })
    expect(listEmployees).toHaveBeenCalledTimes(2)
  })

  test('a roster that must be newer than any write is read after the reading in flight', async () => {
    const { listEmployees, load } = await open(peopleOf(3))
    await Promise.all([load(), load({ maxAgeMs: 0, lane: 'interactive' })])
    const lanes = listEmployees.mock.calls.map(([, , options]) => options?.lane)
    // The client makes one call for the first two, in whichever lane is quicker.
    expect(lanes).toEqual(['background', 'interactive', 'interactive'])
  })

  test('a reading in the background lane or of another person is not awaited in the own lane', async () => {
    const never = new Promise(() => {})
    const { listEmployees, load } = await open(peopleOf(250), call => call === 1 && never)
    const batch = load()
    const person = load({ lane: 'interactive' })
    expect([(await batch).length, (await person).length]).toEqual([250, 250])
    expect(listEmployees.mock.calls.map(([, { page }, options]) => [page, options?.lane])).toEqual([
      [1, 'background'],
      [1, 'interactive'],
      [2, 'background'],
      [2, 'interactive'],
      [1, 'background'],
      [1, 'interactive'],
    ])
  })

  test('a reading fails only when it has failed for all of its waiters', async () => {
    const { load } = await open(peopleOf(2), call => {
      if (call === 1) throw new Error('busy')
    })
    const [batch, person] = [load(), load({ lane: 'interactive' })]
    expect([(await batch).length, (await person).length]).toEqual([2, 2])
  })

  test('a failed reading rejects for its waiters, and the next caller tries again', async () => {
    let down = true
    const { load, peek } = await open(peopleOf(2), () => {
      if (down) throw new Error('down')
    })
    await expect(load()).rejects.toThrow('down')
    down = false
    expect(await load()).toHaveLength(2)
    expect(peek().complete).toBe(true)
  })
})

describe('a roster that is read again', () => {
  test('a re-read roster keeps unchanged records, so that derived data is not recomputed', async () => {
    const people = peopleOf(3)
    const { load } = await open(people)
    const before = await load()
    people.splice(0, 3, ...people.map(person => structuredClone(person)))
    people[1] = readyEmployee({ id: 2, last_name: 'Neu' })
    const after = await load({ maxAgeMs: 0 })
    expect(after.map((person, place) => person === before[place])).toEqual([true, false, true])
    expect(after[1]?.last_name).toBe('Neu')
  })

  test('a re-read roster is the same array until a person changes', async () => {
    const { load, peek, patch } = await open(peopleOf(3))
    const before = await load()
    expect(peek().employees).toBe(before)
    patch(2, readyEmployee({ id: 2, last_name: 'Neu' }))
    expect(peek().employees).not.toBe(before)
    expect(idsOf(before)).toEqual([1, 2, 3])
  })

  test('a re-read roster says why it failed, and is not retried at once for a mere poll', async () => {
    stopClock()
    let down = true
    const { peek, load, listEmployees } = await open(peopleOf(2), async () => {
      const { DeskError } = await import('#lib/errors.ts')
      if (down) throw new DeskError('service_unreachable')
    })
    expect(peek().failure).toBeNull()
    await passMs(0)
    expect(peek().failure).toMatchObject({ code: 'service_unreachable' })
    await passMs(4_999)
    peek()
    expect(listEmployees).toHaveBeenCalledOnce()
    down = false
    await passMs(1)
    peek()
    await passMs(0)
    expect(peek()).toMatchObject({ complete: true, unreadable: 0, failure: null })
    expect(await load()).toHaveLength(2)
  })
})

test('the next poll repeats a failed reading, however young the cached roster is', async () => {
  stopClock()
  let down = false
  const { peek, load, listEmployees } = await open(peopleOf(2), async () => {
    const { DeskError } = await import('#lib/errors.ts')
    if (down) throw new DeskError('service_unreachable')
  })
  await load()
  await passMs(1)
  down = true
  await expect(load({ maxAgeMs: 0 })).rejects.toThrow()
  down = false
  await passMs(4_999)
  expect(peek().failure).not.toBeNull()
  expect(listEmployees).toHaveBeenCalledTimes(2)
  await passMs(1)
  peek()
  await passMs(0)
  expect(peek().failure).toBeNull()
})

describe('writes of the desk', () => {
  test('writes of the desk are in the roster at once: created, changed, deleted', async () => {
    const { load, patch, peek, listEmployees } = await open(peopleOf(3))
    await load()
    patch(4, readyEmployee({ id: 4 }))
    patch(5, readyEmployee({ id: 5 }))
    patch(2, readyEmployee({ id: 2, last_name: 'Neu' }))
    patch(1, null)
    const { employees, ...state } = peek()
    expect(employees.map(({ id, last_name }) => [id, last_name])).toEqual([
      [2, 'Neu'],
      [3, 'Groß'],
      [4, 'Groß'],
      [5, 'Groß'],
    ])
    expect(state).toEqual({
      loaded: 4,
      total: 4,
      complete: true,
      reading: false,
      asOf: expect.any(Number),
      unreadable: 0,
      failure: null,
    })
    expect(listEmployees).toHaveBeenCalledOnce()
  })

  test('writes of the desk are newer than the pages of a reading in flight', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { load, patch, peek } = await open(peopleOf(3), call => call === 2 && promise)
    await load()
    const reading = load({ maxAgeMs: 0 })
    patch(2, readyEmployee({ id: 2, last_name: 'Neu' }))
    patch(3, null)
    resolve()
    await reading
    expect(peek().employees.map(({ id, last_name }) => [id, last_name])).toEqual([
      [1, 'Groß'],
      [2, 'Neu'],
    ])
  })

  test('writes in another project stay out of the roster', async () => {
    const { load, patch, peek } = await open(peopleOf(1))
    await load()
    patch(2, readyEmployee({ id: 2, project_id: 8 }))
    expect(idsOf(peek().employees)).toEqual([1])
  })
})

describe('two keys', () => {
  test('two keys have separate rosters, and a change under one leaves the other unchanged', async () => {
    await open([])
    const { loadRoster, peekRoster, hasRoster } = await import('#lib/employees/roster.ts')
    const { patchRosters } = await import('#lib/employees/held-rosters.ts')
    const clientOf = (keyFingerprint: string, count: number) =>
      fakeClient({ keyFingerprint, listEmployees: async () => pageOf(peopleOf(count)) })
    const [one, other] = [clientOf('1'.repeat(32), 1), clientOf('2'.repeat(32), 2)]
    await loadRoster(one, PROJECT)
    expect(hasRoster(other, PROJECT)).toBe(false)
    await loadRoster(other, PROJECT)
    patchRosters(one, 1, null)
    expect(idsOf(peekRoster(one, PROJECT).employees)).toEqual([])
    expect(idsOf(peekRoster(other, PROJECT).employees)).toEqual([1, 2])
  })
})

test('the least recently used roster is dropped when there are very many projects', async () => {
  await open([])
  const { loadRoster, hasRoster } = await import('#lib/employees/roster.ts')
  const client = fakeClient({ listEmployees: async () => pageOf(peopleOf(1)) })
  for (let project = 1; project <= 25; project += 1) await loadRoster(client, project)
  expect([hasRoster(client, 1), hasRoster(client, 2), hasRoster(client, 25)]).toEqual([false, true, true])
})

describe('people who come or go while the pages are read', () => {
  test('people who leave shift the others, so that the pages are read again', async () => {
    const people = peopleOf(450)
    const { listEmployees, load } = await open(people, call => call === 2 && people.shift())
    expect(idsOf(await load())).toEqual(idsOf(people))
    expect(listEmployees).toHaveBeenCalledTimes(6)
  })

  test('people who join at the end make the roster be read again, too', async () => {
    const people = peopleOf(400)
    const { load } = await open(people, call => call === 2 && people.push(readyEmployee({ id: 401 })))
    expect(await load()).toHaveLength(401)
  })

  test('a reading misses no remaining person when one person leaves and another one comes', async () => {
    for (const gone of [0, 199, 200, 399]) {
      const people = peopleOf(600)
      const { load } = await open(people, call => {
        if (call !== 2 && call !== 3) return
        people.splice(gone, 1)
        people.push(readyEmployee({ id: 1000 + call }))
      })
      expect(idsOf(await load({ maxAgeMs: 0 }))).toEqual(expect.arrayContaining(idsOf(people).slice(0, -2)))
    }
  })

  test('finding a person refreshes a roster older than a minute, once', async () => {
    stopClock()
    const { listEmployees, load, refreshOf } = await open(peopleOf(3))
    await refreshOf(2)
    expect(listEmployees).not.toHaveBeenCalled()
    await load()
    await refreshOf(2)
    expect(listEmployees).toHaveBeenCalledTimes(1)
    await passMs(61_000)
    await refreshOf(4)
    expect(listEmployees).toHaveBeenCalledTimes(1)
    await Promise.all([refreshOf(1), refreshOf(2), refreshOf(3)])
    expect(listEmployees).toHaveBeenCalledTimes(2)
  })
})
