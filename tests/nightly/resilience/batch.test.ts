import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { Batch } from '#lib/batches/contract.ts'
import { type Employee, employeeListResponse } from '#lib/portrait-api/contract.ts'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { batchEnded, startBatch } from '#tests/support/batches.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { startDeskProcess } from '#tests/support/desk-process.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const PEOPLE = 12
const ENGLISH = { action: 'locale', locale: 'en' } as const
const DELETE = { action: 'delete' } as const

/** The ways in which calls fail in the middle of a batch. */
const FAULTS: Record<string, FaultRequest['answer']> = {
  'lost before the work': { kind: 'drop', phase: 'before' },
  'lost after the work': { kind: 'drop', phase: 'after' },
  'a 500 before the work': { kind: 'status', status: 500, body: {}, phase: 'before' },
  'a 500 after the work': { kind: 'status', status: 500, body: {}, phase: 'after' },
  'a proxy’s page': { kind: 'html', status: 502 },
  'a 429': { kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: {} },
}
const CASES = Object.keys(FAULTS).flatMap(fault => [[fault, DELETE] as const, [fault, ENGLISH] as const])

async function germans(desk: Desk): Promise<Employee[]> {
  const people = await listPeople(desk.service, MIXED_PROJECT.id)
  return people.filter(({ locale }) => locale !== 'en').slice(0, PEOPLE)
}

/** Paths of the writes in the journal, one for each; the sandbox's own invitations and lists are not included. */
const writes = (journal: JournalEntry[]) =>
  journal.filter(({ method }) => method === 'DELETE' || method === 'PATCH').map(({ path }) => path)

test.each(CASES)('%s, three times in the middle of %o, leaves everybody done once', async (fault, what) => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const people = await germans(desk)
  const method = what.action === 'delete' ? 'DELETE' : 'PATCH'
  const answer = FAULTS[fault]
  if (!answer) throw new Error('There is no such fault.')
  await desk.service.fault({ method, path: '/employees/*', skip: 4, times: 3, answer })
  const employee_ids = people.map(({ id }) => id)
  const done = await batchEnded(
    editor,
    await startBatch(editor, { project_id: MIXED_PROJECT.id, employee_ids, ...what }),
  )
  expect([done.state, done.done, done.already, done.failed]).toEqual(['done', PEOPLE, 0, 0])
  expect(done.undoable).toBe(what.action === 'delete' ? 0 : PEOPLE)

  const now = new Map((await listPeople(desk.service, MIXED_PROJECT.id)).map(person => [person.id, person]))
  for (const person of people)
    expect(now.get(person.id)).toEqual(what.action === 'delete' ? undefined : { ...person, locale: 'en' })

  // A call that was lost after its work is not sent again; one that did nothing is sent once more.
  const sent = writes(await desk.service.journal())
  expect(new Set(sent).size).toBe(PEOPLE)
  expect(sent).toHaveLength(fault.includes('after the work') ? PEOPLE : PEOPLE + 3)

  const admin = await desk.signIn('admin')
  const { body } = await admin.json<{ data: { employee: number; outcome: string }[] }>(
    'GET',
    `/api/activity?bulk=${done.id}`,
  )
  const told = body.data.filter(({ outcome }) => outcome === 'done').map(({ employee }) => employee)
  expect(told.toSorted()).toEqual(employee_ids.toSorted())
})

test('an outage fails the people who were tried or leaves them waiting, and none counts as done', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const people = await germans(desk)
  await desk.service.fault({
    method: 'DELETE',
    path: '/employees/*',
    skip: 4,
    times: 999,
    answer: { kind: 'status', status: 500, body: {} },
  })
  const begun = await startBatch(editor, {
    project_id: MIXED_PROJECT.id,
    employee_ids: people.map(({ id }) => id),
    ...DELETE,
  })
  const stuck = await until('it does not go on', async () => {
    const { body } = await editor.json<{ data: Batch }>('GET', `/api/batches/${begun.id}`)
    return (body.data.state === 'paused' || body.data.state === 'done') && body.data
  })
  expect(stuck.done).toBe(4)
  const left = new Set((await listPeople(desk.service, MIXED_PROJECT.id)).map(({ id }) => id))
  expect(people.filter(({ id }) => left.has(id))).toHaveLength(PEOPLE - 4)
})

test.each([DELETE, ENGLISH])(
  'a desk killed in the middle of %o resumes the batch and does everybody once',
  async what => {
    const sandbox = createSandbox({ key: 'key-of-the-desk-process', rateLimit: 100_000 })
    const { origin, close } = await listen(sandbox, 0)
    onTestFinished(close)
    const dataDir = createTempFolder()
    const start = async () => {
      const env = { PORTRAIT_API_LIMIT: '20', PORTRAIT_API_WINDOW_MS: '500' }
      const desk = await startDeskProcess({ dataDir, serviceUrl: `${origin}/api/v1`, env })
      onTestFinished(() => desk.stop())
      return desk
    }
    const portal = async <Data>(path: string) =>
      ((await (await fetch(`${origin}/portal${path}`)).json()) as { data: Data }).data
    const list = async () => {
      const address = `${origin}/api/v1/projects/${MIXED_PROJECT.id}/employees?per_page=200`
      const headers = { authorization: 'Bearer key-of-the-desk-process' }
      return employeeListResponse.parse(await (await fetch(address, { headers })).json()).data
    }
    const people = (await list()).filter(({ locale }) => locale !== 'en').slice(0, 60)
    const employee_ids = people.map(({ id }) => id)

    const first = await start()
    const body = { project_id: MIXED_PROJECT.id, employee_ids, ...what }
    const { id } = await first.ask<Batch>('POST', '/api/batches', body)
    await until(
      'a third is done',
      async () => (await first.ask<Batch>('GET', `/api/batches/${id}`)).done > 20,
    )
    await first.stop('SIGKILL')
    const before = writes(await portal<JournalEntry[]>('/journal')).length
    expect(before).toBeLessThan(60)

    const second = await start()
    const done = await until('the batch has ended', async () => {
      const now = await second.ask<Batch>('GET', `/api/batches/${id}`)
      return now.state === 'done' && now
    })
    expect([done.done, done.failed, done.results.length]).toEqual([60, 0, 60])
    const sent = writes(await portal<JournalEntry[]>('/journal'))
    expect(sent.toSorted()).toEqual(employee_ids.map(employee => `/employees/${employee}`).toSorted())
    const now = new Map((await list()).map(person => [person.id, person.locale]))
    for (const employee of employee_ids)
      expect(now.get(employee)).toBe(what.action === 'delete' ? undefined : 'en')
  },
)

test('a cancelled batch never resumes, even if the desk is killed during its calls', async () => {
  const sandbox = createSandbox({ key: 'key-of-the-desk-process', rateLimit: 100_000 })
  const { origin, close } = await listen(sandbox, 0)
  onTestFinished(close)
  const dataDir = createTempFolder()
  const start = async () => {
    const desk = await startDeskProcess({ dataDir, serviceUrl: `${origin}/api/v1` })
    onTestFinished(() => desk.stop())
    return desk
  }
  const post = (path: string, body: unknown) =>
    fetch(`${origin}/portal${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const stuck: FaultRequest = {
    ...{ method: 'PATCH', path: '/employees/*', skip: 3, times: 4 },
    answer: { kind: 'delay', ms: 600_000 },
  }
  await post('/faults', stuck)
  const first = await start()
  const address = `${origin}/api/v1/projects/${MIXED_PROJECT.id}/employees?per_page=200`
  const headers = { authorization: 'Bearer key-of-the-desk-process' }
  const { data } = employeeListResponse.parse(await (await fetch(address, { headers })).json())
  const employee_ids = data.filter(({ locale }) => locale !== 'en').slice(0, PEOPLE)
  const body = { project_id: MIXED_PROJECT.id, employee_ids: employee_ids.map(({ id }) => id), ...ENGLISH }
  const { id } = await first.ask<Batch>('POST', '/api/batches', body)
  const database = new DatabaseSync(join(dataDir, 'desk.sqlite'), { readOnly: true })
  onTestFinished(() => database.close())
  const count = (words: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${words}`).get()?.n)
  await until(
    'all that may are on their way',
    () =>
      count("batch_people WHERE state = 'done'") === 3 && count("batch_people WHERE state = 'sent'") === 4,
  )
  const cancelled = first.ask<Batch>('DELETE', `/api/batches/${id}`).catch(() => 'never answered')
  await until('it is written down', () => count('batches WHERE cancel_asked_at IS NOT NULL') === 1)
  await first.stop('SIGKILL')
  expect(await cancelled).toBe('never answered')

  const second = await start()
  const end = await until('the batch has ended', async () => {
    const now = await second.ask<Batch>('GET', `/api/batches/${id}`)
    return now.state !== 'running' && now
  })
  const outcomes = end.results.map(({ outcome, error }) => error ?? outcome)
  const times = (word: string, of: string[]) => of.filter(one => one === word).length
  expect(end.state).toBe('cancelled')
  expect(['done', 'outcome_unknown', 'waiting'].map(word => times(word, outcomes))).toEqual([
    3,
    4,
    PEOPLE - 7,
  ])
  const journal = (await (await fetch(`${origin}/portal/journal`)).json()) as { data: JournalEntry[] }
  expect(writes(journal.data).length).toBeLessThanOrEqual(7)
})
