import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { transaction } from './transaction.ts'

/** Deletes all rows of every table but these, also of tables that come later. */
export function emptyTables(database: DatabaseSync, kept: ReadonlySet<string>): void {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
    .filter(name => !kept.has(name))
  transaction(database, () => {
    database.exec('PRAGMA defer_foreign_keys = ON')
    for (const name of tables) database.exec(`DELETE FROM "${name}"`)
  })
}
