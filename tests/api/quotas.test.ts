import { rmSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Batch } from '#lib/batches/contract.ts'
import { COMPLETED_PROJECT, EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { batchEnded, readBatch } from '#tests/support/batches.ts'
import { type AnyBody, type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import type { DeskSettings } from '#tests/support/desk-env.ts'
import { ended, openArchive, peopleScope, readExport, SMALL, startExport } from '#tests/support/exports.ts'
import {
  COLUMNS,
  draftImport,
  importEnded,
  importRow,
  importRows,
  pressStart,
  readImport,
  sendImport,
} from '#tests/support/imports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

type Answer = { status: number; body: AnyBody }

/** A desk whose quotas are small, so that tests reach them. */
async function openDesk(settings: DeskSettings) {
  const desk = startDesk({ settings })
  return { desk, anna: await desk.signIn(), berta: await desk.signIn() }
}

/** Expects the message in both languages, with the number in it. */
async function expectSaid(ask: (language: string) => Promise<Answer>, code: string, said: [RegExp, RegExp]) {
  for (const [index, language] of ['en', 'de'].entries()) {
    const { status, body } = await ask(language)
    expect([status === 409 || status === 429, body.code]).toEqual([true, code])
    expect(body.message).toMatch(said[index] ?? '')
    expect(body.message).not.toMatch(/[{}]/)
  }
}

const inLanguage = (language: string) => ({ headers: { 'accept-language': language } })

/** Makes every photo hang. */
async function holdPhotos(desk: Desk): Promise<void> {
  await desk.service.fault({
    path: '/employees/*/photo',
    times: 999,
    answer: { kind: 'delay', ms: 60_000 },
  })
}

describe('the running exports of one person', () => {
  const body = { project_id: COMPLETED_PROJECT.id, variant: 'standard', size: SMALL }
  const press = (person: Person, language = 'en') =>
    person.json('POST', '/api/exports', { body, ...inLanguage(language) })

  test('running exports have a quota for each person; one that ends makes room', async () => {
    const { desk, anna, berta } = await openDesk({ QUOTA_EXPORTS_RUNNING: '2' })
    await holdPhotos(desk)
    const { id } = await startExport(anna, COMPLETED_PROJECT.id)
    await startExport(anna, COMPLETED_PROJECT.id)
    await expectSaid(language => press(anna, language), 'too_many_exports', [
      /^2 downloads are being prepared/,
      /^Für Sie werden schon 2 Downloads/,
    ])
    expect((await press(berta)).status).toBe(201)
    await anna.json('DELETE', `/api/exports/${id}`)
    expect((await press(anna)).status).toBe(201)
  })

  test('simultaneous starts do not exceed the quota of running exports', async () => {
    const { desk, anna } = await openDesk({ QUOTA_EXPORTS_RUNNING: '2' })
    await holdPhotos(desk)
    await startExport(anna, COMPLETED_PROJECT.id)
    const both = await Promise.all([press(anna), press(anna)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 429])
  })

  test('a repeated download of dropped photos does not exceed the quota of running exports', async () => {
    const { desk, anna } = await openDesk({ QUOTA_EXPORTS_RUNNING: '1' })
    const [person] = await listPeople(desk.service, COMPLETED_PROJECT.id)
    const ready = await ended(
      anna,
      await startExport(anna, COMPLETED_PROJECT.id, peopleScope([person?.id ?? 0])),
    )
    const { photoFolder } = await import('#lib/photo-store/photo-store.ts')
    rmSync(photoFolder(), { recursive: true, force: true })
    await holdPhotos(desk)
    const { id } = await startExport(anna, COMPLETED_PROJECT.id)
    const again = () => anna.json('POST', `/api/exports/${ready.id}/resume`)
    expect(await again()).toMatchObject({ status: 429, body: { code: 'too_many_exports' } })
    expect(await readExport(anna, ready.id)).toMatchObject({ state: 'ready' })
    await anna.json('DELETE', `/api/exports/${id}`)
    expect(await again()).toMatchObject({ status: 200, body: { data: { state: 'preparing' } } })
  })
})

describe('the kept exports of one person', () => {
  const listOf = async (person: Person) =>
    (await person.json<{ data: { id: string }[] }>('GET', '/api/exports')).body.data.map(({ id }) => id)

  async function exportOne(person: Person, desk: Desk) {
    const [first] = await listPeople(desk.service, COMPLETED_PROJECT.id)
    return ended(person, await startExport(person, COMPLETED_PROJECT.id, peopleScope([first?.id ?? 0])))
  }

  test('kept exports give way once downloaded: the oldest of the same person', async () => {
    const { desk, anna, berta } = await openDesk({ QUOTA_EXPORTS_RUNNING: '1', QUOTA_EXPORTS_KEPT: '2' })
    const theirs = await exportOne(berta, desk)
    await openArchive(berta, theirs)
    const first = await exportOne(anna, desk)
    const second = await exportOne(anna, desk)
    const body = { project_id: COMPLETED_PROJECT.id, variant: 'standard', size: SMALL }
    await expectSaid(
      language => anna.json('POST', '/api/exports', { body, ...inLanguage(language) }),
      'too_many_kept_exports',
      [/^You already keep 2 photo downloads/, /^Für Sie sind 2 Foto-Downloads aufbewahrt/],
    )
    expect(await listOf(anna)).toEqual([second.id, first.id])
    await openArchive(anna, second)
    const third = await exportOne(anna, desk)
    expect(await listOf(anna)).toEqual([third.id, first.id])
    expect(await listOf(berta)).toEqual([theirs.id])
  })

  test('exports without a result give way first', async () => {
    const { desk, anna } = await openDesk({ QUOTA_EXPORTS_RUNNING: '1', QUOTA_EXPORTS_KEPT: '2' })
    const first = await exportOne(anna, desk)
    await openArchive(anna, first)
    await holdPhotos(desk)
    const cancelled = await startExport(anna, COMPLETED_PROJECT.id)
    await anna.json('DELETE', `/api/exports/${cancelled.id}`)
    const next = await startExport(anna, COMPLETED_PROJECT.id)
    expect(await listOf(anna)).toEqual([next.id, first.id])
  })

  test('an export does not push out the export that it is based on', async () => {
    const { desk, anna } = await openDesk({ QUOTA_EXPORTS_RUNNING: '1', QUOTA_EXPORTS_KEPT: '2' })
    const first = await exportOne(anna, desk)
    const second = await exportOne(anna, desk)
    for (const taken of [first, second]) await openArchive(anna, taken)
    await holdPhotos(desk)
    const scope = { kind: 'since', export_id: first.id } as const
    const since = await startExport(anna, COMPLETED_PROJECT.id, { scope })
    expect(await listOf(anna)).toEqual([since.id, first.id])
  })

  test('an export stays while a later export based on it is prepared', async () => {
    const { desk, anna } = await openDesk({ QUOTA_EXPORTS_RUNNING: '2', QUOTA_EXPORTS_KEPT: '2' })
    const first = await exportOne(anna, desk)
    await openArchive(anna, first)
    await holdPhotos(desk)
    const scope = { kind: 'since', export_id: first.id } as const
    await startExport(anna, COMPLETED_PROJECT.id, { scope })
    const body = { project_id: COMPLETED_PROJECT.id, variant: 'standard', size: SMALL }
    expect((await anna.json('POST', '/api/exports', { body })).body.code).toBe('too_many_kept_exports')
  })
})

describe('the import drafts of one person', () => {
  const path = `/api/projects/${EMPTY_PROJECT.id}/imports`
  const put = (
    person: Person,
    { language = 'en', replaces }: { language?: string; replaces?: string } = {},
  ) =>
    person.json<AnyBody & { data: { id: string } }>('POST', path, {
      body: { file_name: 'Neu.xlsx', columns: COLUMNS, rows: importRows(1), replaces },
      ...inLanguage(language),
    })

  test('drafts have a quota for each person; the refusal names the oldest, a deletion makes room', async () => {
    const { anna, berta } = await openDesk({ QUOTA_IMPORT_DRAFTS: '2' })
    const oldest = await draftImport(anna, EMPTY_PROJECT.id, importRows(1))
    const second = await put(anna)
    await expectSaid(language => put(anna, { language }), 'too_many_drafts', [
      /^You have 2 lists .* “Neue Leute\.xlsx” in the project/,
      /^Sie haben 2 Listen.*„Neue Leute\.xlsx“ im Projekt/,
    ])
    expect((await put(berta)).status).toBe(201)
    await anna.json('DELETE', `/api/imports/${oldest.id}`)
    expect((await put(anna)).status).toBe(201)
    expect((await readImport(anna, second.body.data)).rows).toHaveLength(1)
  })

  test('simultaneous drafts do not exceed the quota', async () => {
    const { anna } = await openDesk({ QUOTA_IMPORT_DRAFTS: '2' })
    await put(anna)
    const both = await Promise.all([put(anna), put(anna)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test("a draft replaces an earlier one of the same list, but never another person's", async () => {
    const { anna, berta } = await openDesk({ QUOTA_IMPORT_DRAFTS: '1' })
    const theirs = await put(berta)
    const replaces = (await put(anna)).body.data.id
    expect((await put(anna, { replaces: theirs.body.data.id })).body.code).toBe('too_many_drafts')
    expect((await put(anna, { replaces })).status).toBe(201)
    expect((await anna.json('GET', `/api/imports/${replaces}`)).status).toBe(404)
    expect((await berta.json('GET', `/api/imports/${theirs.body.data.id}`)).status).toBe(200)
  })
})

describe("the total size of one person's lists", () => {
  const LARGE = 'x'.repeat(30_000)
  /** Rows of about 300 kB. */
  const largeRows = (from: number) =>
    importRows(10, from).map(row => ({ ...row, cells: [...row.cells, LARGE] }))
  const put = (person: Person, rows = largeRows(1), language = 'en') =>
    person.json<AnyBody & { data: { id: string } }>('POST', `/api/projects/${EMPTY_PROJECT.id}/imports`, {
      body: { file_name: 'Groß.xlsx', columns: [...COLUMNS, 'Notiz'], rows },
      ...inLanguage(language),
    })

  test('lists have a size quota for each person, and a refused list leaves the others', async () => {
    const { anna, berta } = await openDesk({ QUOTA_IMPORTS_MB: '1' })
    const drafts = [await put(anna), await put(anna), await put(anna)].map(({ body }) => body.data)
    await expectSaid(language => put(anna, largeRows(1), language), 'lists_too_large', [
      /^Your lists may take up 1\u00a0MB together.*the oldest is “Groß\.xlsx”/,
      /^Ihre Listen dürfen zusammen 1\u00a0MB belegen.*die älteste ist „Groß\.xlsx“/,
    ])
    for (const draft of drafts) expect((await readImport(anna, draft)).rows).toHaveLength(10)
    expect((await put(berta)).status).toBe(201)
    await anna.json('DELETE', `/api/imports/${drafts[0]?.id}`)
    expect((await put(anna)).status).toBe(201)
  })

  test('an edit cannot exceed the size quota; the same edit fits when there is room', async () => {
    const { anna } = await openDesk({ QUOTA_IMPORTS_MB: '1' })
    const drafts = [await put(anna), await put(anna), await put(anna)].map(({ body }) => body.data)
    const edits = [11, 10, 9, 8, 7, 6, 5].map(row => ({ row, values: { last_name: LARGE } }))
    const edit = () => anna.json('PATCH', `/api/imports/${drafts[2]?.id}`, { body: { edits } })
    expect(await edit()).toMatchObject({ status: 409, body: { code: 'lists_too_large' } })
    expect((await readImport(anna, drafts[2] ?? { id: '' })).rows.at(-1)?.values.last_name).toBe(
      'Nachname 10',
    )
    await anna.json('DELETE', `/api/imports/${drafts[0]?.id}`)
    expect((await edit()).status).toBe(200)
    expect((await put(anna)).body.code).toBe('lists_too_large')
  })

  test('the size quota drops the oldest finished list, and none with rows that may still be sent', async () => {
    const { desk, anna, berta } = await openDesk({ QUOTA_IMPORTS_MB: '1' })
    const send = async (rows: ReturnType<typeof importRows>) => {
      const { data } = (await put(anna, rows)).body
      const create = rows.filter(({ excluded }) => !excluded).length
      await pressStart(anna, data, { expected: { create, update: 0 } })
      return importEnded(anna, data)
    }
    const settled = await send(largeRows(1))
    await desk.service.fault({
      method: 'POST',
      path: '/projects/*/employees',
      answer: {
        kind: 'status',
        status: 422,
        body: { message: 'No.', errors: { 'employees.0.email': ['No.'] } },
      },
    })
    const refused = await send(largeRows(11))
    expect([settled.counts.created, refused.counts.refused]).toEqual([10, 1])
    await put(anna)
    await desk.service.fault({
      method: 'POST',
      path: '/projects/*/employees',
      answer: { kind: 'delay', ms: 60_000 },
    })
    const theirs = await sendImport(berta, EMPTY_PROJECT.id, [importRow(99)])
    expect((await put(anna)).body.code).toBe('lists_too_large')
    await berta.json('DELETE', `/api/imports/${theirs.id}`)
    expect((await put(anna)).status).toBe(201)
    expect((await anna.json('GET', `/api/imports/${settled.id}`)).status).toBe(404)
    expect((await put(anna)).body.code).toBe('lists_too_large')
    expect((await readImport(anna, refused)).counts.refused).toBe(1)
  })
})

describe('large lists of one person', () => {
  const path = `/api/projects/${EMPTY_PROJECT.id}/imports`
  const list = { file_name: 'Neue Leute.xlsx', columns: COLUMNS, rows: importRows(3) }

  /** A list whose body arrives when the test releases it; `asked` says whether the desk has begun to read it. */
  function slowList() {
    const going = Promise.withResolvers<void>()
    let asked = false
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          asked = true
          await going.promise
          controller.enqueue(Buffer.from(JSON.stringify(list)))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return { body, letGo: going.resolve, asked: () => asked }
  }

  test('large lists of one person are read one after the other, and nobody else waits for them', async () => {
    const { anna, berta } = await openDesk({})
    const [first, second] = [slowList(), slowList()]
    const answers = [anna.json('POST', path, { body: first.body })]
    // Two lists that arrive at once are read in either order.
    await until('the first is being read', first.asked)
    second.letGo()
    answers.push(anna.json('POST', path, { body: second.body }))
    expect((await berta.json('POST', path, { body: list })).status).toBe(201)
    expect([first.asked(), second.asked()]).toEqual([true, false])
    first.letGo()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201])
  })

  test('a large list that breaks off blocks no other list', async () => {
    const { anna } = await openDesk({})
    const broken = new ReadableStream({ pull: controller => controller.error(new Error('closed')) })
    expect((await anna.json('POST', path, { body: broken })).status).toBeGreaterThanOrEqual(400)
    expect((await anna.json('POST', path, { body: list })).status).toBe(201)
  })
})

describe('the running imports of one person', () => {
  test('running imports have a quota for each person, paused ones included; an end makes room', async () => {
    const { desk, anna, berta } = await openDesk({ QUOTA_IMPORTS_RUNNING: '1' })
    await desk.service.fault({
      method: 'POST',
      path: '/projects/*/employees',
      times: 99,
      answer: { kind: 'delay', ms: 60_000 },
    })
    const first = await sendImport(anna, EMPTY_PROJECT.id, importRows(1))
    await anna.json('POST', `/api/imports/${first.id}/pause`)
    const second = await draftImport(anna, MIXED_PROJECT.id, [importRow(2)])
    const press = (person: Person, id: string, language = 'en') =>
      person.json('POST', `/api/imports/${id}/start`, {
        body: { create: true, update_rows: [], expected: { create: 1, update: 0 } },
        ...inLanguage(language),
      })
    await expectSaid(language => press(anna, second.id, language), 'too_many_imports', [
      /^1 list is being imported for you/,
      /^Für Sie wird schon 1 Liste importiert/,
    ])
    expect(await readImport(anna, second)).toMatchObject({ state: 'draft', counts: { open: 1 } })
    const theirs = await draftImport(berta, MIXED_PROJECT.id, [importRow(3)])
    expect((await press(berta, theirs.id)).status).toBe(200)
    await anna.json('DELETE', `/api/imports/${first.id}`)
    const third = await draftImport(anna, MIXED_PROJECT.id, [importRow(4)])
    const both = await Promise.all([press(anna, second.id), press(anna, third.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
    for (const { id } of [second, third]) await anna.json('DELETE', `/api/imports/${id}`)
    await berta.json('DELETE', `/api/imports/${theirs.id}`)
  })
})

describe('the batches of one person', () => {
  const body = { project_id: MIXED_PROJECT.id, action: 'locale', locale: null, employee_ids: [1, 2] }
  const press = (person: Person, language = 'en') =>
    person.json<AnyBody & { data: Batch }>('POST', '/api/batches', { body, ...inLanguage(language) })

  /** Holds every change of language until the test is over. */
  async function hold(desk: Desk): Promise<void> {
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    body.employee_ids = people.filter(({ locale }) => locale !== null).map(({ id }) => id)
    await desk.service.fault({
      method: 'PATCH',
      path: '/employees/*',
      times: 999,
      answer: { kind: 'delay', ms: 60_000 },
    })
    onTestFinished(() => {
      body.employee_ids = [1, 2]
    })
  }

  test('running batches have a quota for each person; one that ends makes room', async () => {
    const { desk, anna, berta } = await openDesk({ QUOTA_BATCHES_RUNNING: '2' })
    await hold(desk)
    const both = await Promise.all([press(anna), press(anna), press(anna)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 201, 429])
    await expectSaid(language => press(anna, language), 'too_many_batches', [
      /^You have 2 changes to many people under way/,
      /^Für Sie laufen schon 2 Änderungen/,
    ])
    expect((await press(berta)).status).toBe(201)
    const { getBatchStore } = await import('#lib/store/batch-store.ts')
    const [first] = both.filter(({ status }) => status === 201)
    const end = { state: 'cancelled', ended_at: new Date().toISOString() } as const
    await getBatchStore().update(first?.body.data.id ?? '', end, ['running'])
    expect((await press(anna)).status).toBe(201)
  })

  test('kept batches have a quota for each person: the oldest of the same person goes', async () => {
    const { anna, berta } = await openDesk({ QUOTA_BATCHES_RUNNING: '1', QUOTA_BATCHES_KEPT: '2' })
    const theirs = await batchEnded(berta, (await press(berta)).body.data)
    const own: Batch[] = []
    for (let count = 0; count < 3; count += 1) own.push(await batchEnded(anna, (await press(anna)).body.data))
    const found = await Promise.all(
      own.map(async ({ id }) => (await anna.json('GET', `/api/batches/${id}`)).status),
    )
    expect(found).toEqual([404, 200, 200])
    expect((await readBatch(berta, theirs)).id).toBe(theirs.id)
  })
})
