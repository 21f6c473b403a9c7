import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { writeGuard } from '#lib/ports/write-guard.ts'
import { LEASE_GUARD, withLeases } from '#lib/several-desks/held-leases.ts'
import { createLeaseStore, type LeaseStore } from '#lib/several-desks/lease-store.ts'
import { Leases } from '#lib/several-desks/leases.ts'
import type { Database } from '#lib/store/engine.ts'
import { fenced } from '#lib/store/fenced.ts'
import { ENGINES, openTwice } from '#tests/support/engines.ts'

const LONG = 60_000
/** A lease that expires at once. */
const SHORT = 0

describe.each(ENGINES)('on %s', engine => {
  let database: Database
  let stores: LeaseStore[]
  beforeEach(async () => {
    writeGuard.install(LEASE_GUARD)
    const twice = await openTwice(engine)
    stores = twice.map(createLeaseStore)
    ;[database] = twice
  })
  const desk = (which: 0 | 1, ms: number) => new Leases(stores[which] as LeaseStore, ms)

  test('a lease belongs to one desk while it lasts, and a renewal prolongs it', async () => {
    const [a, b] = [desk(0, LONG), desk(1, LONG)]
    const [ours, theirs] = [a.open('job'), b.open('job')]
    expect([await ours.take(), await theirs.take(), await b.open('other').take()]).toEqual([
      true,
      false,
      true,
    ])
    await a.renew()
    expect([ours.isLost, await theirs.take()]).toEqual([false, false])
    expect([...(await b.listOthers())]).toEqual([['job', expect.objectContaining({ lasts: true })]])
    await ours.release('done')
    expect([...(await b.listOthers())]).toEqual([])
  })

  test('one of many desks that claim a lease at once gets it', async () => {
    const all = Array.from({ length: 12 }, (_, index) => desk(index % 2 === 0 ? 0 : 1, LONG).open('job'))
    expect((await Promise.all(all.map(lease => lease.take()))).filter(Boolean)).toHaveLength(1)
  })

  test('a token stays with its holder, grows with each other holder, and is never used again', async () => {
    const [a, b] = [desk(0, SHORT), desk(1, SHORT)]
    const tokens: (number | null)[] = []
    for (const leases of [a, a, b, a]) {
      const lease = leases.open('job')
      await lease.take()
      tokens.push(lease.token)
      lease.detach()
    }
    const [first = 0] = tokens.map(Number)
    expect(tokens).toEqual([first, first, first + 1, first + 2])
  })

  test('an expired lease is lost when another desk claims it, and not before', async () => {
    const [a, b] = [desk(0, SHORT), desk(1, LONG)]
    const onLost = vi.fn()
    const ours = a.open('job', onLost)
    await ours.take()
    await a.renew()
    expect([ours.isLost, onLost.mock.calls.length]).toEqual([false, 0])
    await b.open('job').take()
    await a.renew()
    expect([ours.isLost, onLost.mock.calls.length]).toEqual([true, 1])
    // The other desk keeps a lease that its former holder releases.
    await ours.release('done')
    expect((await a.listOthers()).get('job')?.lasts).toBe(true)
  })

  test('the database refuses every write with an outdated token, and marks the lease as lost', async () => {
    const ours = desk(0, SHORT).open('job')
    await ours.take()
    const guarded = fenced(database)
    const add =
      "INSERT INTO accounts (id, email, role, status, created_at) VALUES (?, ?, 'viewer', 'active', '')"
    const ways: (() => Promise<unknown>)[] = [
      () => guarded.run(add, 'run', 'run@x'),
      () => guarded.each(add, [['each', 'each@x']]),
      () => guarded.get(`${add} RETURNING id`, 'get', 'get@x'),
      () => guarded.all(`${add} RETURNING id`, 'all', 'all@x'),
      () => guarded.transaction(within => within.run(add, 'in', 'in@x')),
    ]
    await withLeases([ours], () => (ways[0] as () => Promise<unknown>)())
    await desk(1, LONG).open('job').take()
    for (const way of ways) {
      ours.isLost = false
      await expect(withLeases([ours], way)).rejects.toEqual(new DeskError('cancelled'))
      expect(ours.isLost).toBe(true)
    }
    const kept = await withLeases([ours], () => guarded.all('SELECT id FROM accounts ORDER BY id'))
    expect(kept).toEqual([{ id: 'run' }])
    // Requests, and timers that outlive their job, write unchecked.
    await guarded.run(add, 'request', 'request@x')
    ours.detach()
    expect(await withLeases([ours], () => guarded.run(add, 'timer', 'timer@x'))).toBe(1)
  })

  test('the holder hands a lease over to the desk that requests it', async () => {
    const [a, b] = [desk(0, LONG), desk(1, LONG)]
    const ours = a.open('job', () => void ours.release('done'))
    await ours.take()
    const before = Number(ours.token)
    const theirs = b.open('job')
    b.publish = () => a.onEvent()
    await theirs.request()
    expect(theirs.token).toBe(before + 1)
    expect(await a.open('job').take()).toBe(false)
  })

  test('a request for a lease that is never released ends with an abort', async () => {
    const [a, b] = [desk(0, LONG), desk(1, LONG)]
    await a.open('job').take()
    const stop = new AbortController()
    b.publish = () => stop.abort(new Error('Enough.'))
    await expect(b.open('job').request(stop.signal)).rejects.toThrow('Enough.')
  })

  test('a call leaves while the lease certainly lasts, and an expired lease is looked up first', async () => {
    const lasting = desk(0, LONG).open('lasting')
    const over = desk(0, SHORT).open('over')
    await Promise.all([lasting.take(), over.take()])
    await withLeases([lasting], LEASE_GUARD.requireForCall)
    const refused = { code: 'cancelled', neverSent: true }
    await expect(withLeases([lasting, over], LEASE_GUARD.requireForCall)).rejects.toMatchObject(refused)
    await desk(1, LONG).open('over').take()
    await expect(withLeases([over], LEASE_GUARD.requireForCall)).rejects.toMatchObject(refused)
    expect(over.isLost).toBe(true)
  })
})
