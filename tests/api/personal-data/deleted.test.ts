import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Export } from '#lib/exports/contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, peopleScope, readExport, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const DAY_MS = 24 * 60 * 60_000

/** A finished download of three people, which another key of the same company has read as well. */
async function prepared(settings = {}) {
  const desk = startDesk({ settings })
  const editor = await desk.signIn('editor')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, 3)
  const [first] = people
  if (!first) throw new Error('The seed has nobody.')
  const scope = peopleScope(people.map(({ id }) => id))
  const done = await ended(editor, await startExport(editor, PROJECT, scope))
  return { desk, editor, people, first, done }
}

const foldersOf = ({ dataDir }: Desk, { id }: Employee) =>
  readdirSync(join(dataDir, 'photos'))
    .map(key => join(dataDir, 'photos', key, String(id)))
    .filter(existsSync)

async function rowsOf(table: string): Promise<string> {
  const { getSqlite } = await import('#lib/store/database.ts')
  return JSON.stringify(getSqlite().prepare(`SELECT * FROM ${table}`).all())
}

/** All bytes of the database, also of free pages and of files beside it. */
async function bytesOf({ dataDir }: Desk): Promise<string> {
  const { emptyLog } = await import('#lib/personal-data/keep-retentions.ts')
  emptyLog()
  const files = readdirSync(dataDir).filter(name => name.startsWith('desk.sqlite'))
  return files.map(name => readFileSync(join(dataDir, name), 'latin1')).join('\n')
}

async function sweepIn(days: number): Promise<void> {
  const { keepRetentions } = await import('#lib/personal-data/keep-retentions.ts')
  await keepRetentions(Date.now() + days * DAY_MS)
}

/** Texts that must be nowhere: the words that identify this person alone. */
const wordsOf = ({ email, mitarbeiternummer, last_name, first_name }: Employee) => [
  email,
  mitarbeiternummer,
  `${last_name}, ${first_name}`,
  `${first_name} ${last_name}`,
]

async function expectOut(editor: Awaited<ReturnType<Desk['signIn']>>, done: Export, person: Employee) {
  const { files } = await openArchive(editor, done)
  expect([...files.keys()]).not.toContain(`${person.mitarbeiternummer}.jpg`)
  return files
}

describe('a person who is deleted on the desk', () => {
  test('a person deleted on the desk leaves every archive, report and row, and the others stay', async () => {
    const { editor, people, first, done } = await prepared()
    await openArchive(editor, done)
    expect((await editor.json('DELETE', `/api/v1/employees/${first.id}`)).status).toBe(204)
    const entries = await rowsOf('export_entries')
    for (const word of [first.email, `"${first.last_name}`]) expect(entries).not.toContain(word)
    const files = await expectOut(editor, done, first)
    for (const other of people.slice(1)) expect([...files.keys()]).toContain(`${other.mitarbeiternummer}.jpg`)
    const report = [...files].filter(([name]) => name.startsWith('report')).map(([, bytes]) => String(bytes))
    expect(report).toHaveLength(2)
    for (const text of report) for (const word of wordsOf(first)) expect(text).not.toContain(word)
    expect(await readExport(editor, done.id)).toMatchObject({ state: 'ready', done: 2, failed: 1, total: 3 })
  })

  test('a person deleted on the desk is not asked for when an archive is made again', async () => {
    const { desk, editor, first, done } = await prepared()
    await editor.json('DELETE', `/api/v1/employees/${first.id}`)
    const calls = (await desk.service.journal()).length
    await expectOut(editor, done, first)
    expect(await desk.service.journal()).toHaveLength(calls)
  })

  test('a person deleted on the desk leaves the photo folders of all keys', async () => {
    const { desk, editor, first } = await prepared()
    const { personFolder } = await import('#lib/photo-store/photo-store.ts')
    const { saveFile } = await import('#lib/photo-store/save-file.ts')
    await saveFile(join(personFolder('former-key', first.id), 'preview.webp'), Buffer.from('portrait'))
    expect(foldersOf(desk, first)).toHaveLength(2)
    await editor.json('DELETE', `/api/v1/employees/${first.id}`)
    expect(foldersOf(desk, first)).toEqual([])
  })

  test("a deleted person's words leave the database after GONE_DAYS, and the log keeps the id", async () => {
    const { desk, editor, first } = await prepared()
    await editor.json('PATCH', `/api/v1/employees/${first.id}`, { body: { first_name: 'Umbenannt' } })
    await editor.json('DELETE', `/api/v1/employees/${first.id}`)
    await sweepIn(29)
    expect(await rowsOf('activity')).toContain(first.mitarbeiternummer)
    await sweepIn(31)
    const bytes = await bytesOf(desk)
    for (const word of [...wordsOf(first), 'Umbenannt']) expect(bytes).not.toContain(word)
    const admin = await desk.signIn('admin')
    const log = await admin.call('GET', `/api/activity/csv?employee=${first.id}`)
    const lines = (await log.text()).split('\r\n').filter(line => line.includes(String(first.id)))
    expect(lines.join()).toContain('employee_deleted')
    expect(await rowsOf('gone_people')).toBe('[]')
  })
})

describe('a person who was deleted at the service', () => {
  test('a person deleted at the service leaves with the next full list, also after a stop', async () => {
    const { desk, editor, first, done } = await prepared()
    expect((await desk.service.ask(`/employees/${first.id}`, { method: 'DELETE' })).status).toBe(204)
    restart()
    await editor.json('GET', `/api/projects/${PROJECT}/people`)
    await until('they are known to be gone', async () =>
      (await rowsOf('gone_people')).includes(`${first.id}`),
    )
    expect(await rowsOf('export_entries')).not.toContain(first.email)
    expect(foldersOf(desk, first)).toEqual([])
    await expectOut(editor, done, first)
  })

  test('a person deleted at the service leaves when a read of them answers 404', async () => {
    const { desk, editor, first } = await prepared()
    expect((await desk.service.ask(`/employees/${first.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await editor.json('GET', `/api/v1/employees/${first.id}`)).status).toBe(404)
    expect(await rowsOf('export_entries')).not.toContain(first.email)
    expect(foldersOf(desk, first)).toEqual([])
  })
})

describe('a person whose approval is withdrawn', () => {
  test('a person who withdraws leaves the archive with the next list, and the report says why', async () => {
    const { desk, editor, first, done } = await prepared()
    await openArchive(editor, done)
    await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
    await editor.json('GET', `/api/v1/projects/${PROJECT}/employees?per_page=200`)
    expect(foldersOf(desk, first)).toEqual([])
    expect(await rowsOf('export_entries')).not.toContain(first.email)
    const files = await expectOut(editor, done, first)
    expect(String(files.get('report.csv'))).toMatch(
      new RegExp(`missing.*${first.mitarbeiternummer}.*not_approved`),
    )
  })

  test('a person who withdraws leaves with a full read, also when the page shows another person', async () => {
    const { desk, editor, people, done } = await prepared()
    const last = people.at(-1)
    if (!last) throw new Error('There is nobody.')
    await desk.service.portal('POST', `/employees/${last.id}/retake`, {})
    restart()
    await editor.json('GET', `/api/projects/${PROJECT}/people?q=nobody`)
    await until('it is heard', async () => !(await rowsOf('export_entries')).includes(last.email))
    await expectOut(editor, done, last)
  })

  test('a read of a withdrawn photo deletes files that a late download has stored', async () => {
    const { desk, editor, first } = await prepared()
    await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
    await editor.json('GET', `/api/v1/projects/${PROJECT}/employees?per_page=200`)
    const { personFolder } = await import('#lib/photo-store/photo-store.ts')
    const { saveFile } = await import('#lib/photo-store/save-file.ts')
    await saveFile(join(personFolder('key', first.id), 'late.jpg'), Buffer.from('portrait'))
    expect((await editor.json('GET', `/api/v1/employees/${first.id}/photo`)).status).not.toBe(200)
    expect(foldersOf(desk, first)).toEqual([])
  })

  test('a photo that is approved again is in the next archive', async () => {
    const { desk, editor, first, done } = await prepared()
    await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
    await editor.json('GET', `/api/v1/employees/${first.id}`)
    await expectOut(editor, done, first)
    for (const step of ['upload', 'edit', 'approve'])
      await desk.service.portal('POST', `/employees/${first.id}/${step}`, {})
    const again = await ended(editor, await startExport(editor, PROJECT, peopleScope([first.id])))
    expect([...(await openArchive(editor, again)).files.keys()]).toContain(`${first.mitarbeiternummer}.jpg`)
  })
})

describe('deletions that are not certain', () => {
  const readEverybody = async () => {
    const { loadRoster } = await import('#lib/employees/roster.ts')
    const client = await (await import('#lib/session/connection/connection.ts')).getBackgroundClient()
    if (!client) throw new Error('There is no key.')
    return loadRoster(client, PROJECT, { maxAgeMs: 0 })
  }
  const isGone = async ({ id }: Employee) => (await rowsOf('gone_people')).includes(`${id}`)

  test('a 404 for a person whom this key never read deletes nothing, because keys differ', async () => {
    const { desk, editor, first } = await prepared()
    restart()
    rmSync(join(desk.dataDir, 'photos'), { recursive: true })
    await desk.service.fault({
      path: '/employees/*',
      times: 9,
      answer: { kind: 'status', status: 404, body: {} },
    })
    expect((await editor.json('GET', `/api/v1/employees/${first.id}`)).status).toBe(404)
    expect(await rowsOf('gone_people')).toBe('[]')
    expect(await rowsOf('export_entries')).toContain(first.email)
  })

  test('a person who leaves between two full reads is noticed at the second', async () => {
    const { desk, people } = await prepared()
    const everybody = await readEverybody()
    const other = everybody.find(({ id }) => !people.some(person => person.id === id))
    if (!other) throw new Error('There is nobody else.')
    await desk.service.ask(`/employees/${other.id}`, { method: 'DELETE' })
    await readEverybody()
    await until('it is noticed', () => isGone(other))
  })

  test('a person who is found to be deleted is shown in no list any more', async () => {
    const { desk, editor, first } = await prepared()
    const isListed = async () => {
      const path = `/api/projects/${PROJECT}/people`
      const { body } = await editor.json<{ data: Employee[] }>('GET', path)
      const { body: mirrored } = await editor.json<{ data: Employee[] }>(
        'GET',
        `/api/v1/projects/${PROJECT}/employees?per_page=200`,
      )
      return [body.data, mirrored.data].map(list => list.some(({ id }) => id === first.id))
    }
    await readEverybody()
    expect(await isListed()).toEqual([true, true])
    await desk.service.ask(`/employees/${first.id}`, { method: 'DELETE' })
    const { status } = await editor.json('GET', `/api/v1/employees/${first.id}`)
    expect(status).toBe(404)
    expect(await isListed()).toEqual([false, false])
  })

  test('every one of many missing people is confirmed by a read, some with the next full read', async () => {
    const desk = startDesk()
    const everybody = (await readEverybody()).slice(0, 30)
    const { personFolder } = await import('#lib/photo-store/photo-store.ts')
    const { saveFile } = await import('#lib/photo-store/save-file.ts')
    for (const { id } of everybody) {
      await saveFile(join(personFolder('key', id), 'seen.webp'), Buffer.from('portrait'))
      await desk.service.ask(`/employees/${id}`, { method: 'DELETE' })
    }
    const left = () => everybody.filter(person => foldersOf(desk, person).length > 0).length
    await readEverybody()
    await until('the first of them are gone', async () => left() === 10)
    await readEverybody()
    await until('all of them are gone', async () => left() === 0)
  })

  test('a person who is in the list again was never deleted', async () => {
    const { first } = await prepared()
    const { getSqlite } = await import('#lib/store/database.ts')
    getSqlite().prepare('INSERT INTO gone_people VALUES (?, ?)').run(first.id, new Date().toISOString())
    await readEverybody()
    await until('it is noticed', async () => !(await isGone(first)))
  })

  test('one wrong list of the service costs nothing: people who still exist stay', async () => {
    const { desk, editor, first, done } = await prepared()
    const body = {
      data: [],
      links: { next: null },
      meta: { current_page: 1, last_page: 1, per_page: 200, total: 0 },
    }
    await desk.service.fault({ path: '/projects/*/employees', answer: { kind: 'status', status: 200, body } })
    restart()
    expect(await readEverybody()).toEqual([])
    await until('everybody was looked for', async () => {
      const looks = (await desk.service.journal()).filter(({ path }) => /\/employees\/\d+$/.test(path))
      return looks.length >= 3
    })
    expect(await rowsOf('gone_people')).toBe('[]')
    expect(await rowsOf('export_entries')).toContain(first.email)
    expect((await openArchive(editor, done)).files.has(`${first.mitarbeiternummer}.jpg`)).toBe(true)
  })
})
