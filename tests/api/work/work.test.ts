import { describe, expect, test } from 'vitest'
import type { User } from '#lib/contracts/session.ts'
import { workResponse } from '#lib/work/contract.ts'
import { COMPLETED_PROJECT, EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { batchEnded, listWork, startBatch } from '#tests/support/batches.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, peopleScope, startExport } from '#tests/support/exports.ts'
import { draftImport, importEnded, importRows, sendImport } from '#tests/support/imports.ts'
import { listPeople } from '#tests/support/mirror.ts'

const DAY_MS = 24 * 60 * 60_000

/** One ended job of each kind, and a draft. */
async function workOfEachKind(desk: ReturnType<typeof startDesk>) {
  const editor = await desk.signIn()
  const [person] = await listPeople(desk.service, COMPLETED_PROJECT.id)
  const scope = peopleScope([person?.id ?? 0])
  const exported = await ended(editor, await startExport(editor, COMPLETED_PROJECT.id, scope))
  const imported = await importEnded(editor, await sendImport(editor, EMPTY_PROJECT.id, importRows(2)))
  await draftImport(editor, EMPTY_PROJECT.id, importRows(1, 10))
  const people = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 2)
  const change = { project_id: MIXED_PROJECT.id, action: 'locale', locale: 'en' } as const
  const batch = await startBatch(editor, { ...change, employee_ids: people.map(({ id }) => id) })
  await batchEnded(editor, batch)
  return { editor, ids: [batch.id, imported.id, exported.id] }
}

describe('GET /api/work', () => {
  test('the list of work has all kinds, the latest end first, with systems and without names', async () => {
    const desk = startDesk()
    const { editor, ids } = await workOfEachKind(desk)
    const { body } = await editor.json('GET', '/api/work')
    const { data } = workResponse.parse(body)
    expect(data.map(({ job }) => job.id)).toEqual(ids)
    const [batch, imported, exported] = data
    const project = MIXED_PROJECT.name
    expect(batch).toMatchObject({ kind: 'batch', job: { state: 'done', done: 2, results: [] }, project })
    expect(imported).toMatchObject({ kind: 'import', job: { state: 'done', counts: { created: 2 } } })
    expect(exported).toMatchObject({
      kind: 'export',
      system: { de: 'Dateien nach Personalnummer', en: 'Files by employee number' },
    })
  })

  test('the list of work costs no call, and is hidden from others, also from administrators', async () => {
    const desk = startDesk()
    const { editor } = await workOfEachKind(desk)
    const calls = (await desk.service.journal()).length
    expect(await listWork(editor)).toHaveLength(3)
    expect(await listWork(await desk.signIn())).toEqual([])
    expect(await listWork(await desk.signIn('admin'))).toEqual([])
    expect((await desk.service.journal()).length).toBe(calls)
  })

  test('the list of work drops ended jobs after a day, and shows running ones first', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '20' } })
    const editor = await desk.signIn()
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    const change = { project_id: MIXED_PROJECT.id, action: 'locale', locale: null } as const
    const begin = (count: number) =>
      startBatch(editor, { ...change, employee_ids: people.slice(0, count).map(({ id }) => id) })
    const [old, running, recent] = [await begin(1), await begin(200), await begin(1)]
    await batchEnded(editor, old)
    await batchEnded(editor, recent)
    const { getBatchStore } = await import('#lib/store/batch-store.ts')
    const ended_at = new Date(Date.now() - DAY_MS - 1000).toISOString()
    await getBatchStore().update(old.id, { ended_at }, ['done'])
    expect((await listWork(editor)).map(({ job }) => job.id)).toEqual([running.id, recent.id])
    await editor.json('DELETE', `/api/batches/${running.id}`)
  })

  test('the list of work hides changes to people from a role that may not make them', async () => {
    const desk = startDesk()
    const { editor } = await workOfEachKind(desk)
    const { getSqlite } = await import('#lib/store/database.ts')
    const viewer = await desk.signIn('viewer')
    for (const table of ['exports', 'imports', 'batches'])
      getSqlite().prepare(`UPDATE ${table} SET owner_id = ? WHERE owner_id = ?`).run(viewer.id, editor.id)
    expect((await listWork(viewer)).map(({ kind }) => kind)).toEqual(['export'])
  })
})

describe('an answer that waits for the end of a job', () => {
  /** Much longer than the desk waits, and than a test may take. */
  const waitMs = 10 * 60_000

  /** An export whose photos do not come, and the request of its page until it ends. */
  async function withExport() {
    const desk = startDesk()
    const editor = await desk.signIn()
    await desk.service.fault({
      ...{ path: '/employees/*/photo', times: 999 },
      answer: { kind: 'delay', ms: 60_000 },
    })
    const { id } = await startExport(editor, COMPLETED_PROJECT.id)
    const { listWorkUntil } = await import('#lib/work/list-work.ts')
    const user = { id: editor.id, email: 'editor@example.com', role: 'editor' } as User
    const ask = async (ids: string[], signal = new AbortController().signal) => {
      const work = await listWorkUntil(ids, { viewer: { user, client: null }, signal, waitMs })
      return work.map(({ job }) => job.state)
    }
    return { editor, id, ask, cancel: () => editor.json('DELETE', `/api/exports/${id}`) }
  }

  test('a waiting answer comes with the end of the job, whatever the page would have waited', async () => {
    const { id, ask, cancel } = await withExport()
    const waiting = ask([id])
    await cancel()
    expect(await waiting).toEqual(['cancelled'])
  })

  test('an answer does not wait for ended or foreign jobs, nor for a page that has left', async () => {
    const { id, ask, cancel } = await withExport()
    expect(await ask([])).toEqual(['preparing'])
    expect(await ask([id, 'of-somebody-else'])).toEqual(['preparing'])
    expect(await ask([id], AbortSignal.abort())).toEqual(['preparing'])
    await cancel()
    expect(await ask([id])).toEqual(['cancelled'])
  })

  test('only a request that names its running jobs waits; a later one without is answered first', async () => {
    const { editor, id, cancel } = await withExport()
    const answered: string[] = []
    const ask = async (search: string) => {
      const { body } = await editor.json('GET', `/api/work${search}`)
      answered.push(search)
      return body.data
    }
    const waiting = ask(`?until=${id}`)
    expect(await ask('')).toMatchObject([{ job: { id, state: 'preparing' } }])
    expect(answered).toEqual([''])
    await cancel()
    expect(await waiting).toMatchObject([{ job: { id } }])
  })
})
