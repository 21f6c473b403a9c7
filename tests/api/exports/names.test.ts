import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, peopleScope, startExport } from '#tests/support/exports.ts'
import { INVISIBLE_ROWS } from '#tests/support/invisible.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { listZipReaders } from '#tests/support/other-zip-readers.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const PROJECT = COMPLETED_PROJECT.id

test('people whose numbers look alike get distinct file names for every ZIP reader', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const people = (await listPeople(desk.service, PROJECT)).slice(0, INVISIBLE_ROWS.length)
  const numbers = people.map((_, index) => `7${INVISIBLE_ROWS[index]?.[1]}8`)
  for (const [index, { id }] of people.entries()) {
    const body = { mitarbeiternummer: numbers[index], last_name: `Ab\u202eba ${index}` }
    expect((await editor.json('PATCH', `/api/v1/employees/${id}`, { body })).status).toBe(200)
  }
  const wish = { ...peopleScope(people.map(({ id }) => id)), target: 'number' }
  const done = await ended(editor, await startExport(editor, PROJECT, wish))
  expect(done).toMatchObject({ state: 'ready', done: people.length, failed: 0 })
  const { bytes, files } = await openArchive(editor, done)
  const names = ['78.jpg', ...people.slice(1).map((_, index) => `78 (${index + 2}).jpg`)]
  const path = join(createTempFolder(), 'names.zip')
  writeFileSync(path, bytes)
  for (const reader of listZipReaders())
    expect([
      reader.program,
      reader
        .read(path)
        .map(({ name }) => name)
        .filter(isPhoto),
    ]).toEqual([reader.program, names])

  const [, ...rows] = readCsv((files.get('report.csv') ?? '').toString().replace(/^\ufeff/, ''))
  expect(rows.map(row => row[3])).toEqual(numbers)
  for (const row of rows) {
    expect(row[4]).toMatch(/^Ab\[U\+202E\]ba \d+, /)
    expect(row[10]).toBe('invisible_removed duplicate_name')
  }
  const page = files.get('report.html')?.toString() ?? ''
  for (const [, character] of INVISIBLE_ROWS) expect(page).not.toContain(character)
  expect(page).toContain('<bdi>7[U+202E]8</bdi>')
})

function isPhoto(name: string): boolean {
  return name.endsWith('.jpg')
}
