import { describe, expect, test } from 'vitest'
import { createDeliveryMailStore, type DeliveryMailRow } from '#lib/store/delivery-mail-store.ts'
import { ENGINES, openEngine } from '#tests/support/engines.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 12, minute)).toISOString()

const mailOf = (id: string, changes: Partial<DeliveryMailRow> = {}): DeliveryMailRow => ({
  ...{ id, delivery_id: 'd', run_id: id, kind: 'ended', tries: 0, next_try_at: at(0), created_at: at(0) },
  ...{ sent_at: null, ...changes },
})

describe.each(ENGINES)('on %s', engine => {
  test('a run queues one mail of each kind, and one desk claims a try', async () => {
    const database = await openEngine(engine)
    await database.run(
      `INSERT INTO deliveries (id, name, project_id, project, request, destination, schedule, removals_percent, is_on,
         created_by, created_at) VALUES ('d', 'd', 1, '{}', '{}', '{}', '{}', 10, 0, 'x', ?)`,
      at(0),
    )
    const store = createDeliveryMailStore(database)
    const add = (mail: DeliveryMailRow) => database.transaction(within => store.add(within, mail))
    const mail = mailOf('a')
    for (const one of [mail, mailOf('b', { run_id: 'a' }), mailOf('c', { run_id: 'a', kind: 'review' })])
      await add(one)
    for (const id of ['r1', 'r2'])
      await add(mailOf(id, { run_id: null, kind: 'reminder', created_at: at(9) }))
    expect((await store.listDue(at(1))).map(({ id }) => id)).toEqual(['a', 'c', 'r1', 'r2'])
    const claims = [await store.claim(mail, at(5)), await store.claim(mail, at(5))]
    expect(claims).toEqual([true, false])
    expect(await store.listDue(at(1))).toHaveLength(3)
    expect(await store.listDue(at(6))).toContainEqual({ ...mail, tries: 1, next_try_at: at(5) })
    await store.close('a', at(6))
    expect((await store.listDue(at(60))).map(({ id }) => id)).not.toContain('a')
    expect(await store.lastOf('d')).toBe(at(9))
    await store.tidy(at(1))
    await add(mail)
    expect(await store.listDue(at(60))).toHaveLength(4)
    await database.run("DELETE FROM deliveries WHERE id = 'd'")
    expect(await store.listDue(at(60))).toEqual([])
  })
})
