import 'server-only'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { ImportRow } from '#lib/imports/contract.ts'
import { type ImportCounts, ROW_OUTCOMES } from '#lib/imports/import-contract.ts'
import { getDatabase } from './database.ts'
import {
  type ImportRecord,
  type ImportRowRecord,
  importRecord,
  importRowRecord,
  type RowPlan,
  type RowResult,
  type TaskRecord,
  taskRecord,
} from './import-rows.ts'
import { transaction } from './transaction.ts'

export type RoundCount = z.output<typeof roundCount>
export type RowEdit = Pick<ImportRowRecord, 'row' | 'given' | 'excluded'>

/** Imports and their rows. Asynchronous, so that a database server can take the place of the embedded one. */
export type ImportStore = {
  create(record: ImportRecord, rows: ImportRow[]): Promise<void>
  find(id: string): Promise<ImportRecord | null>
  /** Of one project, newest first. */
  list(projectId: number): Promise<ImportRecord[]>
  /** Those that are being sent or paused, and those that were stopped with rows in flight; oldest first. */
  listUnfinished(): Promise<ImportRecord[]>
  rows(id: string): Promise<ImportRowRecord[]>
  counts(id: string): Promise<ImportCounts>
  /** Nothing happens unless the import is in one of these states. Tells whether something did. */
  update(id: string, changes: Partial<ImportRecord>, onlyIn: ImportRecord['state'][]): Promise<boolean>
  /** Ends a pause that nobody has asked for: one that a person made meanwhile stays. */
  endPause(id: string, reason: ImportRecord['pause_reason']): Promise<boolean>
  /** Mended rows are open again. False, and nothing is written, in another state. */
  edit(id: string, edits: RowEdit[], onlyIn: ImportRecord['state'][]): Promise<boolean>
  /** What is decided about each open row, and that it is being sent now; unless somebody has touched it since. */
  start(record: ImportRecord, plans: RowPlan[], changes: Partial<ImportRecord>): Promise<boolean>
  /** How far the rows are that the last start was about. */
  round(id: string): Promise<RoundCount[]>
  /**
   * The rows to send now, noted as in flight: those that already were (then nobody knows what became of them), else new
   * people, else one change. Empty unless the import is being sent.
   */
  take(id: string, max: number): Promise<TaskRecord[]>
  /** Rows in flight, whatever the state is. */
  inFlight(id: string): Promise<TaskRecord[]>
  /** What has become of rows; none of them is in flight any more. */
  settle(id: string, results: RowResult[]): Promise<void>
  /** The rows in flight have certainly not been sent. Those of an import that has ended never will be. */
  putBack(id: string): Promise<void>
  /** The end, in whichever way: what was to be sent and is not in flight is not sent. */
  end(id: string, changes: Partial<ImportRecord>, onlyIn: ImportRecord['state'][]): Promise<boolean>
  /** `done`, when everything that was to be sent has an outcome. False, and nothing is written, otherwise. */
  finish(id: string, at: string): Promise<boolean>
  remove(id: string): Promise<void>
  /** Deletes with all rows what nobody has touched since, and resolves to how many. */
  sweep(before: string): Promise<number>
}

export function getImportStore(): ImportStore {
  return createImportStore(getDatabase())
}

export function createImportStore(database: DatabaseSync): ImportStore {
  const all = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values)
  const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values)

  function update(id: string, changes: Partial<ImportRecord>, onlyIn: ImportRecord['state'][]): boolean {
    const columns = Object.entries(changes)
    const sets = columns.map(([name]) => `${columnName(name)} = ?`).join(', ')
    const values = columns.map(([name, value]) => toColumn(name, value))
    const states = onlyIn.map(() => '?').join(', ')
    const { changes: count } = run(
      `UPDATE imports SET ${sets} WHERE id = ? AND state IN (${states})`,
      ...values,
      id,
      ...onlyIn,
    )
    return Number(count) > 0
  }

  function inFlight(id: string): TaskRecord[] {
    const rows = all('SELECT * FROM import_rows WHERE import_id = ? AND in_flight = 1 ORDER BY row', id)
    return rows.map(row => taskRecord.parse(row))
  }

  function findNext(id: string, max: number): TaskRecord[] {
    const find = (task: TaskRecord['task'], limit: number) =>
      all(
        `SELECT * FROM import_rows WHERE import_id = ? AND outcome = 'waiting' AND task = ?
         ORDER BY row LIMIT ?`,
        id,
        task,
        limit,
      )
    const creates = find('create', max)
    return (creates.length > 0 ? creates : find('update', 1)).map(row => taskRecord.parse(row))
  }

  return {
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

    async rows(id) {
      const rows = all('SELECT * FROM import_rows WHERE import_id = ? ORDER BY row', id)
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
      return update(id, changes, onlyIn)
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
        if (!update(id, { touched_at: new Date().toISOString() }, onlyIn)) return false
        const edit = database.prepare(
          `UPDATE import_rows SET given = ?, excluded = ?, outcome = NULL, problems = '[]'
           WHERE import_id = ? AND row = ?`,
        )
        for (const { row, given, excluded } of edits)
          edit.run(JSON.stringify(given), Number(excluded), id, row)
        return true
      })
    },

    async start({ id, state, touched_at }, plans, changes) {
      return transaction(database, () => {
        const [found] = all('SELECT touched_at FROM imports WHERE id = ?', id)
        if (found?.touched_at !== touched_at || !update(id, changes, [state])) return false
        run('UPDATE import_rows SET task = NULL WHERE import_id = ?', id)
        const plan = database.prepare(
          `UPDATE import_rows SET outcome = ?, problems = ?, task = ?, input = ?, employee_id = ?, in_flight = 0
           WHERE import_id = ? AND row = ?`,
        )
        for (const { row, outcome, problems, task, input, employee_id } of plans)
          plan.run(
            outcome,
            JSON.stringify(problems),
            task,
            input === null ? null : JSON.stringify(input),
            employee_id,
            id,
            row,
          )
        return true
      })
    },

    async round(id) {
      const rows = all(
        `SELECT task, outcome, count(*) AS n FROM import_rows
         WHERE import_id = ? AND task IS NOT NULL GROUP BY task, outcome`,
        id,
      )
      return rows.map(row => roundCount.parse(row))
    },

    async take(id, max) {
      return transaction(database, () => {
        const [found] = all('SELECT state FROM imports WHERE id = ?', id)
        if (found?.state !== 'sending') return []
        const doubtful = inFlight(id)
        if (doubtful.length > 0) return doubtful
        const tasks = findNext(id, max)
        const note = database.prepare('UPDATE import_rows SET in_flight = 1 WHERE import_id = ? AND row = ?')
        for (const { row } of tasks) note.run(id, row)
        return tasks
      })
    },

    async inFlight(id) {
      return inFlight(id)
    },

    async settle(id, results) {
      transaction(database, () => {
        const settle = database.prepare(
          `UPDATE import_rows SET outcome = ?, problems = coalesce(?, problems), in_flight = 0,
             employee_id = coalesce(?, employee_id), mitarbeiternummer = ?, invitation_resent = ?
           WHERE import_id = ? AND row = ?`,
        )
        for (const { row, outcome, problems, employee_id, mitarbeiternummer, invitation_resent } of results)
          settle.run(
            outcome,
            problems ? JSON.stringify(problems) : null,
            employee_id ?? null,
            mitarbeiternummer ?? null,
            Number(invitation_resent ?? false),
            id,
            row,
          )
        run('UPDATE imports SET touched_at = ? WHERE id = ?', new Date().toISOString(), id)
      })
    },

    async putBack(id) {
      transaction(database, () => {
        const [found] = all('SELECT state FROM imports WHERE id = ?', id)
        const goesOn = found?.state === 'sending' || found?.state === 'paused'
        run(
          'UPDATE import_rows SET in_flight = 0, outcome = ? WHERE import_id = ? AND in_flight = 1',
          goesOn ? 'waiting' : 'not_sent',
          id,
        )
      })
    },

    async end(id, changes, onlyIn) {
      return transaction(database, () => {
        if (!update(id, changes, onlyIn)) return false
        run(
          `UPDATE import_rows SET outcome = 'not_sent'
           WHERE import_id = ? AND outcome = 'waiting' AND in_flight = 0`,
          id,
        )
        return true
      })
    },

    async finish(id, at) {
      const { changes } = run(
        `UPDATE imports SET state = 'done', ended_at = ?, touched_at = ? WHERE id = ? AND state = 'sending'
           AND NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id AND outcome = 'waiting')`,
        at,
        at,
        id,
      )
      return Number(changes) > 0
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
const roundCount = z.object({
  task: z.enum(['create', 'update']),
  outcome: z.enum(ROW_OUTCOMES),
  n: z.number(),
})

function toCounts(rows: unknown[]): ImportCounts {
  const byOutcome = Object.fromEntries(ROW_OUTCOMES.map(outcome => [outcome, 0]))
  const counts = { rows: 0, open: 0, ...byOutcome } as ImportCounts
  for (const { outcome, n } of rows.map(row => countRow.parse(row))) {
    counts.rows += n
    counts[outcome ?? 'open'] += n
  }
  return counts
}

/** Only columns of the table go into a statement, whatever an object carries. */
function columnName(name: string): string {
  if (!Object.hasOwn(importRecord.shape, name)) throw new Error(`imports has no column ${name}.`)
  return name
}

const JSON_COLUMNS = new Set(['project', 'columns'])

function toColumn(name: string, value: unknown): SQLInputValue {
  if (JSON_COLUMNS.has(name)) return JSON.stringify(value)
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  throw new Error(`${name} cannot hold this.`)
}
