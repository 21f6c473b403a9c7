import 'server-only'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { type ImportRecord, importRecord } from './import-rows.ts'

type Change = { changes: Partial<ImportRecord>; onlyIn: ImportRecord['state'][] }

/** Nothing happens unless the import is in one of these states. Tells whether something did. */
export function updateImport(database: DatabaseSync, id: string, { changes, onlyIn }: Change): boolean {
  const columns = Object.entries(changes)
  const sets = columns.map(([name]) => `${columnName(name)} = ?`).join(', ')
  const values = columns.map(([name, value]) => toColumn(name, value))
  const states = onlyIn.map(() => '?').join(', ')
  const { changes: count } = database
    .prepare(`UPDATE imports SET ${sets} WHERE id = ? AND state IN (${states})`)
    .run(...values, id, ...onlyIn)
  return Number(count) > 0
}

/** Only columns of the table go into a statement, whatever an object carries. */
export function columnName(name: string): string {
  if (!Object.hasOwn(importRecord.shape, name)) throw new Error(`imports has no column ${name}.`)
  return name
}

const JSON_COLUMNS = new Set(['project', 'columns'])

export function toColumn(name: string, value: unknown): SQLInputValue {
  if (JSON_COLUMNS.has(name)) return JSON.stringify(value)
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  throw new Error(`${name} cannot hold this.`)
}
