/**
 * `portrait-desk store copy --from sqlite --to postgres://…`, and the other way round: copies the data of the desk from
 * its file to PostgreSQL, or back. `postgres` alone means the database of DATABASE_URL.
 * The desk must be stopped, and the target must be empty. The source stays unchanged; a file stays until its days as a
 * copy are over (`sweepCopies`). Photos are not copied.
 */
import { utimesSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { PostgresSettings } from '#lib/settings/database-settings.ts'
import { getEnv, parseEnv, SettingsError } from '#lib/settings/env.ts'
import { type CopiedTable, copyStore } from '#lib/store/copy-store.ts'
import { lockDataDir } from '#lib/store/data-dir-lock.ts'
import { databasePath, openDatabase } from '#lib/store/database.ts'
import { DatabaseError, hasContent } from '#lib/store/database-file.ts'
import { lockDatabase } from '#lib/store/database-lock.ts'
import { openPostgres } from '#lib/store/postgres.ts'
import { explainedAtStart } from '#lib/store/postgres-errors.ts'
import { requireOperator } from './operator.ts'
import { fail } from './setup.mjs'
import { USAGE } from './usage.ts'

try {
  const { to, server } = readCommand(requireOperator(process.argv.slice(2)))
  const copied = await copy(to, server)
  for (const { name, rows, sha256 } of copied) console.log(`${name}\t${rows}\t${sha256.slice(0, 16)}`)
  const rows = copied.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${rows} rows of ${copied.length} tables were copied, read back and found the same.`)
  console.log(
    to === 'postgres'
      ? 'Set DATABASE_URL and start the desk; the file stays in DATA_DIR as it is now, for GONE_DAYS.'
      : 'Remove DATABASE_URL and start the desk; the database on the server stays as it is now.',
  )
} catch (error) {
  if (error instanceof SettingsError || error instanceof DatabaseError) fail(error.message)
  throw error
}

async function copy(to: 'sqlite' | 'postgres', server: PostgresSettings): Promise<CopiedTable[]> {
  if (to === 'postgres' && !hasContent(databasePath())) fail(`There is no database yet: ${databasePath()}.`)
  const releaseFolder = lockDataDir()
  const postgres = openPostgres(server)
  try {
    const releaseServer = await lockDatabase(undefined, server)
    const sqlite = openDatabase(getEnv().dataDir)
    try {
      const copied = await explainedAtStart(() => copyStore({ sqlite, postgres }, to), server)
      // The retention of the copy begins now, however old the desk's last write is.
      if (to === 'postgres') utimesSync(databasePath(), new Date(), new Date())
      return copied
    } finally {
      sqlite.close()
      await releaseServer()
    }
  } finally {
    await postgres.close()
    releaseFolder()
  }
}

function readCommand(args: string[]): { to: 'sqlite' | 'postgres'; server: PostgresSettings } {
  const { positionals, values } = parse(args)
  const { from = '', to = '' } = values
  const [address] = [from, to].filter(side => side !== 'sqlite')
  if (positionals.join() !== 'copy' || address === undefined || (from === 'sqlite') === (to === 'sqlite'))
    return fail(USAGE.store)
  const named = /^postgres(?:ql)?:/.test(address)
    ? { DATABASE_URL: address, DATABASE_URL_FILE: undefined }
    : {}
  if (address !== 'postgres' && !('DATABASE_URL' in named)) return fail(USAGE.store)
  const { database } = parseEnv({ ...process.env, ...named })
  if (database === null)
    return fail('There is no server here: set DATABASE_URL, or name it; practice mode has none.')
  return { to: to === 'sqlite' ? 'sqlite' : 'postgres', server: database }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { from: { type: 'string' }, to: { type: 'string' } },
    })
  } catch {
    return fail(USAGE.store)
  }
}
