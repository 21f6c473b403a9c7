/** `npm run backup -- FILE`: a copy of the database, also while the desk runs. */
import { chmodSync, closeSync, openSync, rmSync } from 'node:fs'
import { SettingsError } from '#lib/env.ts'
import { getDatabase } from '#lib/store/database.ts'
import { fail } from './setup.mjs'

const [file, ...rest] = process.argv.slice(2)
if (!file || rest.length > 0) fail('Usage: npm run backup -- FILE')

try {
  backUp(file)
  console.log(`The database was copied to ${file}. It holds accounts and the activity log: keep it safe.`)
} catch (error) {
  if (error instanceof SettingsError) fail(error.message)
  throw error
}

/** Makes the file first, empty and for its owner only: SQLite fills it, and nobody reads it meanwhile. */
function backUp(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    fail('This file exists already, or its folder cannot be written: name a new one.')
  }
  try {
    getDatabase().prepare('VACUUM INTO ?').run(path)
    chmodSync(path, 0o600)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}
