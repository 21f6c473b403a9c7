import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/store/database.ts'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const fileIn = (folder: string) => join(folder, 'desk.sqlite')

test('the database is made with its folder and only its owner may read it', () => {
  const folder = join(createTempFolder(), 'new')
  openDatabase(folder).close()
  expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('opening it again keeps what is in it', () => {
  const folder = createTempFolder()
  const first = openDatabase(folder)
  first.exec("INSERT INTO accounts VALUES ('1', 'a@example.com', 'viewer', 'x', 'now')")
  first.close()
  const again = openDatabase(folder)
  expect(again.prepare('SELECT count(*) AS n FROM accounts').get()?.n).toBe(1)
  expect(again.prepare('PRAGMA user_version').get()?.user_version).toBe(MIGRATIONS.length)
  again.close()
})

test('a database of a newer desk is refused and left as it is', () => {
  const folder = createTempFolder()
  const newer = new DatabaseSync(fileIn(folder))
  newer.exec('PRAGMA user_version = 999')
  newer.close()
  expect(() => openDatabase(folder)).toThrow('newer version')
  const untouched = new DatabaseSync(fileIn(folder))
  expect(untouched.prepare('SELECT count(*) AS n FROM sqlite_master').get()?.n).toBe(0)
  untouched.close()
})
