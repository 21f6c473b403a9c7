import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { requireLeases, withLeases } from '#lib/held-leases.ts'
import { Leases } from '#lib/jobs/leases.ts'
import type { Database } from '#lib/store/engine.ts'
import { fenced } from '#lib/store/fenced.ts'
import { createLeaseStore, type LeaseStore } from '#lib/store/lease-store.ts'
import { ENGINES, openTwice } from '#tests/support/engines.ts'

const LONG = 60_000
/** Is over when it begins. */
const SHORT = 0

describe.each(ENGINES)('on %s', engine => {
  let database: Database
  let stores: LeaseStore[]
  beforeEach(async () => {
    const twice = await openTwice(engine)
    stores = twice.map(createLeaseStore)
    ;[database] = twice
  })
  const desk = (which: 0 | 1, ms: number) => new Leases(stores[which] as LeaseStore, ms)

  test('a lease is of one desk while it lasts, and renewed it lasts on', async () => {
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
    await ours.giveBack('done')
    expect([...(await b.listOthers())]).toEqual([])
  })

  test('of many desks that claim the same at once one has it', async () => {
    const all = Array.from({ length: 12 }, (_, index) => desk(index % 2 === 0 ? 0 : 1, LONG).open('job'))
    expect((await Promise.all(all.map(lease => lease.take()))).filter(Boolean)).toHaveLength(1)
  })

  test('its token stays with its holder, grows with each other one, and is never used again', async () => {
    const [a, b] = [desk(0, SHORT), desk(1, SHORT)]
    const tokens: (number | null)[] = []
    for (const leases of [a, a, b, a]) {
      const lease = leases.open('job')
      await lease.take()
      tokens.push(lease.token)
      lease.forget()
    }
    const [first = 0] = tokens.map(Number)
    expect(tokens).toEqual([first, first, first + 1, first + 2])
  })

  test('one that has run out is lost when somebody else claims it, and not before', async () => {
    const [a, b] = [desk(0, SHORT), desk(1, LONG)]
    const putDown = vi.fn()
    const ours = a.open('job', putDown)
    await ours.take()
    await a.renew()
    expect([ours.isLost, putDown.mock.calls.length]).toEqual([false, 0])
    await b.open('job').take()
    await a.renew()
    expect([ours.isLost, putDown.mock.calls.length]).toEqual([true, 1])
    // What is lost is not given back: it is somebody else's.
    await ours.giveBack('done')
    expect((await a.listOthers()).get('job')?.lasts).toBe(true)
  })

  test('nobody writes with a token that has been overtaken, in whichever way, and hears of it', async () => {
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
    // Who holds no lease, and whose work is over, is not asked for one.
    await guarded.run(add, 'request', 'request@x')
    ours.forget()
    expect(await withLeases([ours], () => guarded.run(add, 'timer', 'timer@x'))).toBe(1)
  })

  test('who asks for it is handed it by its holder', async () => {
    const [a, b] = [desk(0, LONG), desk(1, LONG)]
    const ours = a.open('job', () => void ours.giveBack('done'))
    await ours.take()
    const before = Number(ours.token)
    const theirs = b.open('job')
    b.tell = () => a.hear()
    await b.waitFor(theirs)
    expect(theirs.token).toBe(before + 1)
    expect(await a.open('job').take()).toBe(false)
  })

  test('who waits for one that is never given back gives up when they are told to', async () => {
    const [a, b] = [desk(0, LONG), desk(1, LONG)]
    await a.open('job').take()
    const stop = new AbortController()
    b.tell = () => stop.abort(new Error('Enough.'))
    await expect(b.waitFor(b.open('job'), stop.signal)).rejects.toThrow('Enough.')
  })

  test('a call leaves while it certainly lasts; of one that has run out the database is asked', async () => {
    const lasting = desk(0, LONG).open('lasting')
    const over = desk(0, SHORT).open('over')
    await Promise.all([lasting.take(), over.take()])
    await withLeases([lasting], requireLeases)
    const refused = { code: 'cancelled', neverSent: true }
    await expect(withLeases([lasting, over], requireLeases)).rejects.toMatchObject(refused)
    await desk(1, LONG).open('over').take()
    await expect(withLeases([over], requireLeases)).rejects.toMatchObject(refused)
    expect(over.isLost).toBe(true)
  })
})
