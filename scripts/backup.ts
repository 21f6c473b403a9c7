/** `portrait-desk backup FILE`: copies the current database, also while the desk runs. */
import { getEnv, SettingsError } from '#lib/settings/env.ts'
import { databasePath } from '#lib/store/database.ts'
import { copyDatabase, DatabaseError, hasContent, openFile } from '#lib/store/database-file.ts'
import { requireOperator } from './operator.ts'
import { fail } from './setup.mjs'
import { USAGE } from './usage.ts'

try {
  const [file, ...rest] = requireOperator(process.argv.slice(2))
  if (!file || rest.length > 0) fail(USAGE.backup)
  backUp(file)
  console.log(`The database was copied to ${file}. It holds accounts and the activity log: keep it safe.`)
} catch (error) {
  if (error instanceof SettingsError || error instanceof DatabaseError) fail(error.message)
  throw error
}

function backUp(file: string): void {
  const { database: server } = getEnv()
  if (server !== null)
    fail(
      `The database is on a server (DATABASE_URL): back it up there, with "pg_dump --format=custom --file=${file} ${server.connection.database}".`,
    )
  const path = databasePath()
  if (!hasContent(path)) fail(`There is no database yet: ${path}.`)
  const database = openFile(path)
  try {
    copyDatabase(database, file)
  } finally {
    database.close()
  }
}
