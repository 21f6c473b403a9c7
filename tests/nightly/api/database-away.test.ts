import { describe, expect, test } from 'vitest'
import { COMPLETED_PROJECT, DRAFT_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { batchEnded, startBatch } from '#tests/support/batches.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { ended, openArchive, peopleScope, startExport } from '#tests/support/exports.ts'
import {
  importEnded,
  importRow,
  importRows,
  outcomesOf,
  peopleAtService,
  sendImport,
} from '#tests/support/imports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'

/** A call of each job is held until the server has stopped, so that no job ends before, even on a slow machine. */
const HELD_MS = 120_000
const PEOPLE = 20
/** Two long calls and a server restart, with time for a busy machine. */
const TEST_MS = 300_000

describe.runIf(ENGINES.includes('postgres'))('an unavailable database server', () => {
  test(
    'an unavailable database ends no session and no job, and repeats nothing',
    async () => {
      const server = await startPostgres()
      const desk = startDesk({ settings: { DATABASE_URL: server.url('desk') } })
      const told = (event: string) =>
        desk.output
          .map(line => JSON.parse(line) as Record<string, unknown>)
          .filter(line => String(line.event).endsWith(event))
      const editor = await desk.signIn()
      const exported = await listPeople(desk.service, COMPLETED_PROJECT.id)
      const deleted = (await listPeople(desk.service, DRAFT_PROJECT.id)).slice(0, PEOPLE)
      const before = await peopleAtService(desk.service, MIXED_PROJECT.id)
      const hold = (method: string, path: string) =>
        desk.service.fault({ method, path, answer: { kind: 'delay', ms: HELD_MS } })
      await hold('GET', `/employees/${exported.at(-1)?.id}/photo`)
      await hold('DELETE', `/employees/${deleted[0]?.id}`)
      await hold('POST', `/projects/${MIXED_PROJECT.id}/employees`)
      const download = await startExport(
        editor,
        COMPLETED_PROJECT.id,
        peopleScope(exported.map(({ id }) => id)),
      )
      const sent = async () =>
        (await desk.service.journal()).filter(
          ({ method, path }) => method !== 'GET' || path.includes('/photo'),
        )
      const held = async () =>
        (await sent()).filter(({ fault, outcome }) => fault !== null && outcome === null).length
      // This is the last call of the export: without the server it would send no other.
      await until('the service holds the last photo', async () => (await held()) === 1)
      const batch = await startBatch(editor, {
        ...{ project_id: DRAFT_PROJECT.id, action: 'delete', employee_ids: deleted.map(({ id }) => id) },
      })
      const list = await sendImport(editor, MIXED_PROJECT.id, importRows(PEOPLE))
      await until('the service holds a call of each of the jobs', async () => (await held()) === 3)

      await server.stop('immediate')
      await desk.service.portal('DELETE', '/faults')
      await until(
        () => `all three wait: ${JSON.stringify([...told('_paused'), ...told('budget_lost')])}`,
        () => {
          const waiting = told('_paused').filter(({ reason }) => reason === 'database_unavailable')
          // A job whose next call waited for its place at that moment keeps waiting until the ledger is back.
          const isInLine = told('budget_lost').some(({ waiting }) => Number(waiting) > 0)
          return new Set(waiting.map(({ event }) => event)).size >= (isInLine ? 2 : 3)
        },
      )
      const answer = await editor.call('GET', '/api/exports')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.json()).toMatchObject({ code: 'database_unavailable' })
      const ready = await editor.json('GET', '/api/health/ready')
      expect(ready).toMatchObject({ status: 503, body: { reason: 'database' } })

      await server.start()
      expect((await editor.call('GET', '/api/exports')).status).toBe(200)
      const archive = await ended(editor, download)
      expect(archive).toMatchObject({ state: 'ready', done: exported.length, failed: 0 })
      expect((await openArchive(editor, archive)).files.size).toBeGreaterThanOrEqual(exported.length)
      expect(await batchEnded(editor, batch)).toMatchObject({
        state: 'done',
        done: deleted.length,
        failed: 0,
      })
      const imported = await importEnded(editor, list)
      expect(imported.state).toBe('done')
      expect(outcomesOf(imported).created).toBe(PEOPLE)
      const after = await peopleAtService(desk.service, MIXED_PROJECT.id)
      expect(after).toHaveLength(before.length + PEOPLE)
      expect(new Set(after.map(({ email }) => email)).has(importRow(1).values.email)).toBe(true)
      const left = await listPeople(desk.service, DRAFT_PROJECT.id)
      expect(left.filter(({ id }) => deleted.some(one => one.id === id))).toEqual([])
      const photos = (await sent()).filter(({ path }) => path.includes('/photo')).map(({ path }) => path)
      expect(photos).toHaveLength(new Set(photos).size)
      expect(told('_broken')).toEqual([])
    },
    TEST_MS,
  )
})
