import 'server-only'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { ImportRow } from '#lib/imports/contract.ts'
import { type ImportCounts, ROW_OUTCOMES } from '#lib/imports/import-contract.ts'
import { getDatabase } from './database.ts'
import { columnName, toColumn, updateImport } from './import-columns.ts'
import { type ImportRecord, type ImportRowRecord, importRecord, importRowRecord } from './import-rows.ts'
import { createImportTaskStore, type ImportTaskStore } from './import-task-store.ts'
import { transaction } from './transaction.ts'

type RowEdit = Pick<ImportRowRecord, 'row' | 'given' | 'excluded'>

/** Imports and their rows. Asynchronous, so that a database server can take the place of the embedded one. */
type ImportStore = ImportTaskStore & {
  create(record: ImportRecord, rows: ImportRow[]): Promise<void>
  find(id: string): Promise<ImportRecord | null>
  /** Of one project, newest first. */
  list(projectId: number): Promise<ImportRecord[]>
  /** Those that are being sent or paused, and those that were stopped with rows in flight; oldest first. */
  listUnfinished(): Promise<ImportRecord[]>
  /** All of them, or only those with these numbers. */
  rows(id: string, only?: number[]): Promise<ImportRowRecord[]>
  counts(id: string): Promise<ImportCounts>
  /** Nothing happens unless the import is in one of these states. Tells whether something did. */
  update(id: string, changes: Partial<ImportRecord>, onlyIn: ImportRecord['state'][]): Promise<boolean>
  /** Ends a pause that nobody has asked for: one that a person made meanwhile stays. */
  endPause(id: string, reason: ImportRecord['pause_reason']): Promise<boolean>
  /** Mended rows are open again. False, and nothing is written, in another state. */
  edit(id: string, edits: RowEdit[], onlyIn: ImportRecord['state'][]): Promise<boolean>
  remove(id: string): Promise<void>
  /** Deletes with all rows what nobody has touched since, and resolves to how many. */
  sweep(before: string): Promise<number>
}

export function getImportStore(): ImportStore {
  return createImportStore(getDatabase())
}

function createImportStore(database: DatabaseSync): ImportStore {
  const all = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values)
  const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values)

  return {
    ...createImportTaskStore(database),

    async create(record, rows) {
      transaction(database, () => {
        const columns = Object.entries(record)
        const names = columns.map(([name]) => columnName(name)).join(', ')
        const values = columns.map(([name, value]) => toColumn(name, value))
        run(`INSERT INTO imports (${names}) VALUES (${values.map(() => '?').join(', ')})`, ...values)
        const insert = database.prepare(
          'INSERT INTO import_rows (import_id, row, cells, given, excluded) VALUES (?, ?, ?, ?, ?)',
        )
        for (const { row, cells, values, excluded } of rows)
          insert.run(record.id, row, JSON.stringify(cells), JSON.stringify(values), Number(excluded))
      })
    },

    async find(id) {
      const [row] = all('SELECT * FROM imports WHERE id = ?', id)
      return row ? importRecord.parse(row) : null
    },

    async list(projectId) {
      const rows = all('SELECT * FROM imports WHERE project_id = ? ORDER BY created_at DESC, id', projectId)
      return rows.map(row => importRecord.parse(row))
    },

    async listUnfinished() {
      const rows = all(
        `SELECT * FROM imports WHERE state IN ('sending', 'paused')
           OR EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id AND in_flight = 1)
         ORDER BY created_at, id`,
      )
      return rows.map(row => importRecord.parse(row))
    },

    async rows(id, only) {
      const rows = only
        ? all(
            `SELECT * FROM import_rows WHERE import_id = ? AND row IN (SELECT value FROM json_each(?))
             ORDER BY row`,
            id,
            JSON.stringify(only),
          )
        : all('SELECT * FROM import_rows WHERE import_id = ? ORDER BY row', id)
      return rows.map(row => importRowRecord.parse(row))
    },

    async counts(id) {
      const rows = all(
        'SELECT outcome, count(*) AS n FROM import_rows WHERE import_id = ? GROUP BY outcome',
        id,
      )
      return toCounts(rows)
    },

    async update(id, changes, onlyIn) {
      return updateImport(database, id, { changes, onlyIn })
    },

    async endPause(id, reason) {
      const { changes } = run(
        `UPDATE imports SET state = 'sending', pause_reason = NULL
         WHERE id = ? AND state = 'paused' AND pause_reason = ?`,
        id,
        reason,
      )
      return Number(changes) > 0
    },

    async edit(id, edits, onlyIn) {
      return transaction(database, () => {
        if (!updateImport(database, id, { changes: { touched_at: new Date().toISOString() }, onlyIn }))
          return false
        const edit = database.prepare(
          `UPDATE import_rows SET given = ?, excluded = ?, outcome = NULL, problems = '[]'
           WHERE import_id = ? AND row = ?`,
        )
        for (const { row, given, excluded } of edits)
          edit.run(JSON.stringify(given), Number(excluded), id, row)
        return true
      })
    },

    async remove(id) {
      run('DELETE FROM imports WHERE id = ?', id)
    },

    async sweep(before) {
      return Number(run("DELETE FROM imports WHERE state <> 'sending' AND touched_at < ?", before).changes)
    },
  }
}

const countRow = z.object({ outcome: z.enum(ROW_OUTCOMES).nullable(), n: z.number() })

function toCounts(rows: unknown[]): ImportCounts {
  const byOutcome = Object.fromEntries(ROW_OUTCOMES.map(outcome => [outcome, 0]))
  const counts = { rows: 0, open: 0, ...byOutcome } as ImportCounts
  for (const { outcome, n } of rows.map(row => countRow.parse(row))) {
    counts.rows += n
    counts[outcome ?? 'open'] += n
  }
  return counts
}
