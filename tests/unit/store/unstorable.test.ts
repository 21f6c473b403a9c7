/** Repeated characters that PostgreSQL cannot store, in new rows and in rows of earlier versions. */
import { describe, expect, test } from 'vitest'
import { WORDS } from '#lib/personal-data/find-people.ts'
import { createActivityStore } from '#lib/store/activity-store.ts'
import { toStorable } from '#lib/store/postgres.ts'
import { connectTo, ENGINES } from '#tests/support/engines.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'

const HALF = '\ud83d'

/** An entry as an earlier desk stored it: the second of two characters is still there. */
function entryOfBefore(name: string): string {
  const changes = [{ field: 'first_name', old: 'A', new: 'B' }]
  return JSON.stringify({ person: { name: '?', mitarbeiternummer: null }, changes }).replace('?', name)
}

test.each([
  ['two U+0000', { name: 'Max\0\0' }, { name: 'Max\ufffd\ufffd' }],
  ['many', { name: '\0\0\0\0\0' }, { name: '\ufffd\ufffd\ufffd\ufffd\ufffd' }],
  ['two halves', { name: `${HALF}${HALF}` }, { name: '\ufffd\ufffd' }],
  ['behind a backslash', { path: 'C:\\\0\\\0\0' }, { path: 'C:\\\ufffd\\\ufffd\ufffd' }],
  ['what only looks like it', { path: '\\u0000\\\\u0000' }, { path: '\\u0000\\\\u0000' }],
  ['other escapes', { name: '\u0001\u001f\n"' }, { name: '\u0001\u001f\n"' }],
])('U+0000 as %s in a row becomes U+FFFD, and nothing else changes', (_, words, stored) => {
  expect(JSON.parse(String(toStorable(JSON.stringify(words))))).toEqual(stored)
})

test('a character stored as two halves stays one', () => {
  const words = '{"name":"\\ud83d\\ude00\\ud83d"}'
  expect(JSON.parse(String(toStorable(words)))).toEqual({ name: '\u{1f600}\ufffd' })
})

describe.runIf(ENGINES.includes('postgres'))('rows of an older database', () => {
  test.each([
    ['two U+0000', 'Max\\ufffd\\u0000', 'Max\ufffd\ufffd'],
    ['two halves', 'Max\\ufffd\\ud83d', 'Max\ufffd\ufffd'],
    ['after a backslash', 'Max\\\\\\u0000\\\\u0000', 'Max\\\ufffd\\u0000'],
  ])(
    'old rows with %s: the log and forgotten people can be read, and names removed',
    async (_, there, read) => {
      const database = connectTo(await createTestDatabase())
      // Written directly, without the conversion of the present desk.
      await database.run(
        `INSERT INTO activity (at, actor_id, actor_email, action, outcome, project, employee, details)
       VALUES ('2026', 'a', 'a@b.c', 'employee_changed', 'done', 1, 7, replace(?, '|', '\\u'))`,
        entryOfBefore(there.replaceAll('\\u', '|')),
      )
      const store = createActivityStore(database)
      expect(await store.count({ together: true })).toBe(1)
      expect(await store.list({ together: true }, { limit: 10 })).toHaveLength(1)
      expect(await store.listPeople()).toEqual([{ id: 7, name: read, number: null }])
      expect(await database.all(`SELECT name FROM (${WORDS}) AS words WHERE id = 7`)).toEqual([
        { name: read },
      ])
      const emptied = entryOfBefore('').replace('"old":"A","new":"B"', '"old":null,"new":null')
      await expect(database.run('UPDATE activity SET details = ?', entryOfBefore('Max'))).rejects.toThrow()
      expect(await database.run('UPDATE activity SET details = ?', emptied)).toBe(1)
    },
  )
})
