import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Held } from '#lib/employees/held-rosters.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { ENGINES, type Engine } from '#tests/support/engines.ts'
import { entryRowOf, exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'
import { readyEmployee } from '#tests/support/people.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'

const DAY_MS = 24 * 60 * 60_000
const ANNA = { id: 17, first_name: 'Anna', last_name: 'Musterfrau', email: 'anna@example.com', number: '12' }
/** Anna after a new registration: everything but the record is the same. */
const ANNA_AGAIN = { ...ANNA, id: 18 }
const CARLA = { id: 19, first_name: 'Carla', last_name: 'Mann', email: 'carla@example.com', number: '4120' }
const DORA = { id: 20, first_name: 'Dora', last_name: 'Muster', email: 'dora@example.com', number: '77' }

type Someone = typeof ANNA
type Place = { of: Someone; project?: number; state?: 'there' | 'removed' }

async function open(engine: Engine) {
  applySettings(engine === 'postgres' ? { DATABASE_URL: await createTestDatabase() } : {})
  const output: { event: string }[] = []
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: string) => void output.push(JSON.parse(line)))
  const [database, keep, find, exports, rosters] = await Promise.all([
    import('#lib/store/database.ts'),
    import('#lib/personal-data/keep-retentions.ts'),
    import('#lib/personal-data/find-people.ts'),
    import('#lib/store/export-store.ts'),
    import('#lib/employees/held-rosters.ts'),
  ])
  onTestFinished(() => database.closeDatabase())
  return { output, ...database, ...keep, ...find, ...exports, ...rosters }
}

type Desk = Awaited<ReturnType<typeof open>>

/** Adds an active delivery of project 7 for the people of these filters, with its present and former places. */
async function addDelivery(desk: Desk, filters: Record<string, string>, places: Place[]) {
  const id = crypto.randomUUID()
  const request = JSON.stringify({ project_id: 7, scope: { kind: 'filter', filters } })
  const database = desk.getDatabase()
  await database.run(
    `INSERT INTO deliveries (id, name, project_id, project, request, destination, schedule, removals_percent, is_on,
       next_run_at, created_by, created_at) VALUES (?, 'Intranet', ?, '{}', ?, '{}', '{}', 10, 1, 'then', 'o', 'now')`,
    ...[id, places[0]?.project ?? 7, request],
  )
  for (const { of, state = 'there' } of places) {
    const { first_name, last_name, email, number: mitarbeiternummer } = of
    await database.run(
      `INSERT INTO delivery_places (delivery_id, employee_id, person, edited_at, form, receipt, state, delivered_at)
         VALUES (?, ?, ?, 'e', 'f', '{"places":[],"version":null}', ?, 'now')`,
      ...[id, of.id, JSON.stringify({ first_name, last_name, email, mitarbeiternummer }), state],
    )
  }
  return id
}

async function addExport(desk: Desk, filters: Record<string, string>, of: Someone[]) {
  const request = { ...(exportRowOf().request as object), scope: { kind: 'filter', filters } }
  const row = exportRowOf({ request })
  await desk.getExportStore().create(row, NO_QUOTA)
  const entries = of.map(({ id, number: mitarbeiternummer, ...words }, position) =>
    entryRowOf(position, { employee_id: id, employee: readyEmployee({ id, mitarbeiternummer, ...words }) }),
  )
  await desk.getExportStore().savePlan(row.id, entries, { total: of.length })
  return row.id
}

/** Anna was deleted at the service more than `GONE_DAYS` ago, and the retentions are applied. */
async function sweep(desk: Desk) {
  const gone_at = new Date(Date.now() - 31 * DAY_MS).toISOString()
  await desk.getDatabase().run('INSERT INTO gone_people VALUES (?, ?)', ANNA.id, gone_at)
  await desk.keepRetentions(Date.now())
  expect(desk.output.map(({ event }) => event)).toContain('person_forgotten')
}

async function read(desk: Desk, table: 'deliveries' | 'exports', id: string) {
  const row = await desk.getDatabase().get(`SELECT * FROM ${table} WHERE id = ?`, id)
  const { scope } = JSON.parse(String(row?.request)) as { scope: unknown }
  return { scope, isOn: row?.is_on, next: row?.next_run_at }
}

const wasTold = ({ output }: Desk) => output.filter(({ event }) => event === 'delivery_search_forgotten')

describe.each(ENGINES)('on %s', engine => {
  describe('deliveries that searched for a deleted person, after GONE_DAYS', () => {
    test.each([
      ['who was created again with the same e-mail', { q: 'anna@example.com' }, ANNA_AGAIN],
      ['who was created again with the same name', { q: 'Anna Musterfrau' }, ANNA_AGAIN],
      ['whose number holds that of the person', { q: '12' }, CARLA],
      ['who has the number now', { mitarbeiternummer: '12' }, ANNA_AGAIN],
    ])(
      'a delivery by a deleted person’s details keeps its search for a person %s',
      async (_, filters, other) => {
        const desk = await open(engine)
        const id = await addDelivery(desk, filters, [{ of: ANNA, state: 'removed' }, { of: other }])
        await sweep(desk)
        expect(await read(desk, 'deliveries', id)).toEqual({
          scope: { kind: 'filter', filters },
          isOn: 1,
          next: 'then',
        })
        expect(wasTold(desk)).toEqual([])
      },
    )

    test('a delivery keeps its search for a person known only from cached records', async () => {
      const desk = await open(engine)
      const { number: mitarbeiternummer, ...words } = ANNA_AGAIN
      const people = new Map([[18, readyEmployee({ mitarbeiternummer, ...words })]])
      desk.getRosters().set(`${'f'.repeat(32)}/7`, { people } as Held)
      const id = await addDelivery(desk, { q: 'anna@example.com' }, [{ of: ANNA, state: 'removed' }])
      await sweep(desk)
      expect(await read(desk, 'deliveries', id)).toMatchObject({ scope: { kind: 'filter' }, isOn: 1 })
    })

    test('a search without remaining matches becomes the ids of the delivered people', async () => {
      const desk = await open(engine)
      const id = await addDelivery(desk, { q: 'Anna Musterfrau' }, [
        { of: ANNA, state: 'removed' },
        { of: DORA },
      ])
      await sweep(desk)
      const people = { kind: 'people', employee_ids: [ANNA.id, DORA.id] }
      expect(await read(desk, 'deliveries', id)).toEqual({ scope: people, isOn: 1, next: 'then' })
      expect(wasTold(desk)).toMatchObject([{ delivery: id, people: 1, on: 'as before' }])
    })

    test('a delivery stays on while the deleted person’s photo is still to be removed', async () => {
      const desk = await open(engine)
      const id = await addDelivery(desk, { q: 'Anna Musterfrau' }, [{ of: ANNA }])
      await sweep(desk)
      const people = { kind: 'people', employee_ids: [ANNA.id] }
      expect(await read(desk, 'deliveries', id)).toEqual({ scope: people, isOn: 1, next: 'then' })
    })

    test('a delivery without photos and matches is switched off, with a log entry', async () => {
      const desk = await open(engine)
      const id = await addDelivery(desk, { q: 'anna@example.com' }, [{ of: ANNA, state: 'removed' }])
      await sweep(desk)
      const people = { kind: 'people', employee_ids: [ANNA.id] }
      expect(await read(desk, 'deliveries', id)).toEqual({ scope: people, isOn: 0, next: null })
      expect(wasTold(desk)).toMatchObject([{ delivery: id, people: 0, on: 'no' }])
    })

    test('a person of another project, or a deleted one, does not keep the search of a delivery', async () => {
      const desk = await open(engine)
      await addDelivery(desk, { q: 'somebody else' }, [{ of: ANNA_AGAIN, project: 8 }])
      const id = await addDelivery(desk, { q: 'anna@example.com' }, [
        { of: ANNA, state: 'removed' },
        { of: { ...ANNA, id: 21 }, state: 'removed' },
      ])
      await desk.getDatabase().run('INSERT INTO gone_people VALUES (21, ?)', new Date().toISOString())
      await sweep(desk)
      expect(await read(desk, 'deliveries', id)).toMatchObject({ scope: { kind: 'people' }, isOn: 0 })
    })
  })

  test('an export by a deleted person’s details keeps its search if another person matches', async () => {
    const desk = await open(engine)
    await addDelivery(desk, { q: 'somebody else' }, [{ of: ANNA, state: 'removed' }])
    const [shared, theirs] = [
      await addExport(desk, { mitarbeiternummer: '12' }, [{ ...DORA, number: '12' }]),
      await addExport(desk, { q: 'anna@example.com' }, []),
    ]
    await sweep(desk)
    expect((await read(desk, 'exports', shared)).scope).toMatchObject({ kind: 'filter' })
    expect((await read(desk, 'exports', theirs)).scope).toEqual({ kind: 'people', employee_ids: [ANNA.id] })
  })

  test.each(['musterfrau', 'Musterfrau, anna', 'ANNA MUSTERFRAU', 'Anna'])(
    'a search for %s is about Anna Musterfrau unless another person matches it',
    async q => {
      const desk = await open(engine)
      await addDelivery(desk, { q: 'somebody else' }, [{ of: ANNA, state: 'removed' }])
      const [id, elsewhere, longer] = [
        await addExport(desk, { q }, []),
        await addExport(desk, { q: 'Musterfrau Anna Berlin' }, []),
        await addExport(desk, { q: 'uster' }, []),
      ]
      const { PLACES } = await import('#lib/personal-data/places.ts')
      const place = PLACES.find(({ name }) => name === 'exports')
      expect(await place?.show(await desk.describe(ANNA.id))).toContainEqual(
        expect.objectContaining({ export: id }),
      )
      await sweep(desk)
      expect((await read(desk, 'exports', id)).scope).toEqual({ kind: 'people', employee_ids: [ANNA.id] })
      for (const other of [elsewhere, longer])
        expect((await read(desk, 'exports', other)).scope).toMatchObject({ kind: 'filter' })

      const again = await open(engine)
      await addDelivery(again, { q: 'somebody else' }, [{ of: ANNA, state: 'removed' }, { of: ANNA_AGAIN }])
      const shared = await addExport(again, { q }, [])
      await sweep(again)
      expect((await read(again, 'exports', shared)).scope).toMatchObject({ kind: 'filter' })
    },
  )

  test('the operator is shown a shared search, and a delivery about others stays when forgetting', async () => {
    const desk = await open(engine)
    const exported = await addExport(desk, { q: 'anna@example.com' }, [ANNA_AGAIN])
    const id = await addDelivery(desk, { q: 'anna@example.com' }, [{ of: ANNA }, { of: ANNA_AGAIN }])
    const { PLACES } = await import('#lib/personal-data/places.ts')
    const place = PLACES.find(({ name }) => name === 'deliveries')
    const person = await desk.describe(ANNA.id)
    expect(await place?.show(person)).toMatchObject([{ delivery: id }])
    await desk.forgetPerson(person)
    expect(await read(desk, 'deliveries', id)).toMatchObject({ scope: { kind: 'filter' }, isOn: 1 })
    expect((await read(desk, 'exports', exported)).scope).toEqual({ kind: 'people', employee_ids: [ANNA.id] })
  })
})
