import 'server-only'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import {
  type ImportRecord,
  importRecord,
  type RowPlan,
  type RowResult,
  type TaskRecord,
  taskRecord,
} from './import-rows.ts'
import { openTable, placesFor } from './table.ts'
import { transaction } from './transaction.ts'
import { ROW_OUTCOMES } from './words.ts'

/** What `in_flight` says besides 1, which is on its way. */
const NEVER = 0
const APART = 2

const roundCount = z.object({
  task: z.enum(['create', 'update']),
  outcome: z.enum(ROW_OUTCOMES),
  n: z.number(),
})

type ImportStarted = { changes: Partial<ImportRecord>; running: number }
export type RoundCount = z.output<typeof roundCount>

/** The part of `ImportStore` that is about what is being sent. */
export type ImportTaskStore = {
  /**
   * What is decided about each open row, and that it is being sent now; unless somebody has touched it since, or its
   * owner has as many `running` (or paused) as they may.
   */
  start(record: ImportRecord, plans: RowPlan[], to: ImportStarted): Promise<'started' | 'touched' | 'running'>
  /** How far the rows are that the last start was about. */
  round(id: string): Promise<RoundCount[]>
  /**
   * The rows to send now, noted as in flight: those that already were (then nobody knows what became of them), else new
   * people, else one change, else rows that were set apart, from one row on. What has left before says so itself.
   * Empty unless the import is being sent.
   */
  take(id: string, max: number, apart?: { after: number; max: number }): Promise<TaskRecord[]>
  /** The rows in flight were not done, and shall be looked up and sent again only when all others are over. */
  setApart(id: string): Promise<void>
  /** Rows in flight, whatever the state is; not those that were set apart. */
  inFlight(id: string): Promise<TaskRecord[]>
  /** Whether another import has made one of these people. */
  isClaimed(id: string, employeeIds: number[]): Promise<boolean>
  /** What has become of rows; none of them is in flight any more. */
  settle(id: string, results: RowResult[]): Promise<void>
  /** The rows in flight have certainly not been sent. Those of an import that has ended never will be. */
  putBack(id: string): Promise<void>
  /** The end, in whichever way: what was to be sent and is not in flight is not sent. */
  end(id: string, changes: Partial<ImportRecord>, onlyIn: ImportRecord['state'][]): Promise<boolean>
  /** `done`, when everything that was to be sent has an outcome. False, and nothing is written, otherwise. */
  finish(id: string, at: string): Promise<boolean>
}

export function createImportTaskStore(database: DatabaseSync): ImportTaskStore {
  const imports = openTable(database, 'imports', { row: importRecord })
  const all = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values)
  const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values)

  function update(id: string, changes: Partial<ImportRecord>, onlyIn: ImportRecord['state'][]): boolean {
    return imports.update(changes, `WHERE id = ? AND state IN ${placesFor(onlyIn)}`, id, ...onlyIn) > 0
  }

  function inFlight(id: string): TaskRecord[] {
    const rows = all('SELECT * FROM import_rows WHERE import_id = ? AND in_flight = 1 ORDER BY row', id)
    return rows.map(row => taskRecord.parse(row))
  }

  type Place = { left: typeof NEVER | typeof APART; after: number; max: number }

  function findNext(id: string, { left, after, max }: Place): TaskRecord[] {
    const find = (task: TaskRecord['task'], limit: number) =>
      all(
        `SELECT * FROM import_rows WHERE import_id = ? AND outcome = 'waiting' AND task = ?
           AND in_flight = ? AND row > ? ORDER BY row LIMIT ?`,
        id,
        task,
        left,
        after,
        limit,
      )
    const creates = find('create', max)
    return (creates.length > 0 ? creates : find('update', 1)).map(row => taskRecord.parse(row))
  }

  return {
    async start({ id, owner_id, state, touched_at }, plans, { changes, running }) {
      return transaction(database, () => {
        const others = imports.count(
          "WHERE owner_id = ? AND id <> ? AND state IN ('sending', 'paused')",
          owner_id,
          id,
        )
        if (others >= running) return 'running'
        const found = imports.find('WHERE id = ?', id)
        if (found?.touched_at !== touched_at || !update(id, changes, [state])) return 'touched'
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
        return 'started'
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

    async take(id, max, apart) {
      return transaction(database, () => {
        const found = imports.find('WHERE id = ?', id)
        if (found?.state !== 'sending') return []
        const doubtful = inFlight(id)
        if (doubtful.length > 0) return doubtful
        const fresh = findNext(id, { left: NEVER, after: 0, max })
        const tasks = fresh.length > 0 || !apart ? fresh : findNext(id, { left: APART, ...apart })
        const note = database.prepare('UPDATE import_rows SET in_flight = 1 WHERE import_id = ? AND row = ?')
        for (const { row } of tasks) note.run(id, row)
        return tasks
      })
    },

    async setApart(id) {
      run(`UPDATE import_rows SET in_flight = ${APART} WHERE import_id = ? AND in_flight = 1`, id)
    },

    async inFlight(id) {
      return inFlight(id)
    },

    async isClaimed(id, employeeIds) {
      const [found] = all(
        `SELECT 1 FROM import_rows WHERE import_id <> ? AND outcome = 'created'
           AND employee_id IN (SELECT value FROM json_each(?)) LIMIT 1`,
        id,
        JSON.stringify(employeeIds),
      )
      return found !== undefined
    },

    async settle(id, results) {
      await transaction(database, () => {
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
        imports.update({ touched_at: new Date().toISOString() }, 'WHERE id = ?', id)
      })
    },

    async putBack(id) {
      await transaction(database, () => {
        const found = imports.find('WHERE id = ?', id)
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
          `UPDATE import_rows SET outcome = 'not_sent', in_flight = 0
           WHERE import_id = ? AND outcome = 'waiting' AND in_flight <> 1`,
          id,
        )
        return true
      })
    },

    finish: async (id, at) =>
      imports.update(
        { state: 'done', ended_at: at, touched_at: at },
        `WHERE id = ? AND state = 'sending'
           AND NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id AND outcome = 'waiting')`,
        id,
      ) > 0,
  }
}
