import 'server-only'
import { z } from 'zod'
import type { Database, Statements } from './engine.ts'
import { ROW_OUTCOMES } from './enums.ts'
import {
  type ImportRecord,
  importRecord,
  type RowPlan,
  type RowResult,
  type TaskRecord,
  taskRecord,
} from './import-rows.ts'
import { openTable, placesFor } from './table.ts'

/** Values of `in_flight` other than 1, which means that the row is in flight. */
const NEVER = 0
const APART = 2

const roundCount = z.object({
  task: z.enum(['create', 'update']),
  outcome: z.enum(ROW_OUTCOMES),
  n: z.number(),
})

type ImportStarted = { changes: Partial<ImportRecord>; running: number }
/** The last row before these, and their maximum number. */
type ApartPlace = { after: number; max: number }
export type RoundCount = z.output<typeof roundCount>

/** The part of the import store that sends rows. */
export function createImportTaskStore(database: Database) {
  const imports = openTable(database, 'imports', { row: importRecord })

  async function update(
    at: Statements,
    { id, onlyIn }: { id: string; onlyIn: ImportRecord['state'][] },
    changes: Partial<ImportRecord>,
  ): Promise<boolean> {
    const where = `WHERE id = ? AND state IN ${placesFor(onlyIn)}`
    return (await imports.on(at).update(changes, where, id, ...onlyIn)) > 0
  }

  async function inFlight(at: Statements, id: string): Promise<TaskRecord[]> {
    const rows = await at.all(
      'SELECT * FROM import_rows WHERE import_id = ? AND in_flight = 1 ORDER BY row',
      id,
    )
    return rows.map(row => taskRecord.parse(row))
  }

  /** Returns new employees, or else one change. */
  async function findFresh(at: Statements, id: string, max: number): Promise<TaskRecord[]> {
    const find = (task: TaskRecord['task'], limit: number) =>
      listWaiting(at, { id, left: NEVER, after: 0, limit }, task)
    const creates = await find('create', max)
    return creates.length > 0 ? creates : find('update', 1)
  }

  /**
   * Returns rows in the order of the list, after the last ones. So a row on which the service always fails is tried
   * only once before each of the others.
   */
  async function findApart(at: Statements, id: string, { after, max }: ApartPlace): Promise<TaskRecord[]> {
    const tasks = await listWaiting(at, { id, left: APART, after, limit: max })
    const update = tasks.findIndex(({ task }) => task === 'update')
    return update === -1 ? tasks : tasks.slice(0, Math.max(1, update))
  }

  type Wanted = { id: string; left: typeof NEVER | typeof APART; after: number; limit: number }

  async function listWaiting(
    at: Statements,
    { id, left, after, limit }: Wanted,
    task: TaskRecord['task'] | null = null,
  ): Promise<TaskRecord[]> {
    const rows = await at.all(
      `SELECT * FROM import_rows WHERE import_id = ? AND outcome = 'waiting' AND task = coalesce(?, task)
         AND in_flight = ? AND row > ? ORDER BY row LIMIT ?`,
      ...[id, task, left, after, limit],
    )
    return rows.map(row => taskRecord.parse(row))
  }

  return {
    /**
     * Saves the plan of each open row and starts sending. Refused when the import was touched since, or its owner has
     * as many `running` or paused as allowed.
     */
    async start(
      { id, owner_id, state, touched_at }: ImportRecord,
      plans: RowPlan[],
      { changes, running }: ImportStarted,
    ): Promise<'started' | 'touched' | 'running'> {
      return database.transaction(async within => {
        const others = await imports
          .on(within)
          .count("WHERE owner_id = ? AND id <> ? AND state IN ('sending', 'paused')", owner_id, id)
        if (others >= running) return 'running'
        const found = await imports.on(within).find('WHERE id = ?', id)
        const isAsSeen = found?.touched_at === touched_at
        if (!isAsSeen || !(await update(within, { id, onlyIn: [state] }, changes))) return 'touched'
        await within.run('UPDATE import_rows SET task = NULL WHERE import_id = ?', id)
        await within.each(
          `UPDATE import_rows SET outcome = ?, problems = ?, task = ?, input = ?, employee_id = ?, mitarbeiternummer = ?,
             in_flight = 0
           WHERE import_id = ? AND row = ?`,
          plans.map(({ row, outcome, problems, task, input, employee_id, mitarbeiternummer = null }) => [
            ...[outcome, JSON.stringify(problems), task, input === null ? null : JSON.stringify(input)],
            ...[employee_id, mitarbeiternummer, id, row],
          ]),
        )
        return 'started'
      })
    },

    /** Counts the rows of the last start by task and outcome. */
    async round(id: string): Promise<RoundCount[]> {
      const rows = await database.all(
        `SELECT task, outcome, count(*) AS n FROM import_rows
         WHERE import_id = ? AND task IS NOT NULL GROUP BY task, outcome`,
        id,
      )
      return rows.map(row => roundCount.parse(row))
    },

    /**
     * Returns the rows to send now and marks them as in flight. Rows that are in flight already come first, because
     * their outcome is unknown. New employees, one change, or rows set apart from `apart.after` on follow. Empty unless
     * the import is being sent.
     */
    async take(id: string, max: number, apart?: ApartPlace): Promise<TaskRecord[]> {
      return database.transaction(async within => {
        const found = await imports.on(within).find('WHERE id = ?', id)
        if (found?.state !== 'sending') return []
        const doubtful = await inFlight(within, id)
        if (doubtful.length > 0) return doubtful
        const fresh = await findFresh(within, id, max)
        const tasks = fresh.length > 0 || !apart ? fresh : await findApart(within, id, apart)
        await within.each(
          'UPDATE import_rows SET in_flight = 1 WHERE import_id = ? AND row = ?',
          tasks.map(({ row }) => [id, row]),
        )
        return tasks
      })
    },

    /** Sets the rows in flight apart: they were not done, and are looked up and sent again after all others. */
    async setApart(id: string): Promise<void> {
      await database.run(
        `UPDATE import_rows SET in_flight = ${APART} WHERE import_id = ? AND in_flight = 1`,
        id,
      )
    },

    /** Returns the rows in flight in any state of the import, without those that were set apart. */
    async inFlight(id: string): Promise<TaskRecord[]> {
      return inFlight(database, id)
    },

    /**
     * Returns whether one of these employees was created by another import, or otherwise since this list was stored.
     */
    async isClaimed(id: string, employeeIds: number[]): Promise<boolean> {
      const among = 'employee_id IN (SELECT CAST(value AS BIGINT) FROM json_each($ids))'
      const found = await database.get(
        `SELECT 1 AS one FROM import_rows WHERE import_id <> $id AND outcome = 'created' AND ${among}
         UNION ALL SELECT 1 FROM activity WHERE action = 'employees_created' AND outcome = 'done'
           AND at >= (SELECT created_at FROM imports WHERE imports.id = $id)
           AND coalesce(details ->> '$.bulk.id', '') <> $id
           AND id IN (SELECT activity_id FROM activity_people WHERE ${among})
         LIMIT 1`,
        { id, ids: JSON.stringify(employeeIds) },
      )
      return found !== undefined
    },

    /** Saves the outcome of rows, which are then no longer in flight. */
    async settle(id: string, results: RowResult[]): Promise<void> {
      await database.transaction(async within => {
        await within.each(
          `UPDATE import_rows SET outcome = ?, problems = coalesce(?, problems), in_flight = 0,
             employee_id = coalesce(?, employee_id), mitarbeiternummer = ?, invitation_resent = ?
           WHERE import_id = ? AND row = ?`,
          results.map(({ row, outcome, problems, employee_id, mitarbeiternummer, invitation_resent }) => [
            ...[outcome, problems ? JSON.stringify(problems) : null, employee_id ?? null],
            ...[mitarbeiternummer ?? null, Number(invitation_resent ?? false), id, row],
          ]),
        )
        await imports.on(within).update({ touched_at: new Date().toISOString() }, 'WHERE id = ?', id)
      })
    },

    /** Resets rows in flight that were certainly not sent. Rows of an import that has ended are never sent. */
    async putBack(id: string): Promise<void> {
      await database.transaction(async within => {
        const found = await imports.on(within).find('WHERE id = ?', id)
        const goesOn = found?.state === 'sending' || found?.state === 'paused'
        await within.run(
          'UPDATE import_rows SET in_flight = 0, outcome = ? WHERE import_id = ? AND in_flight = 1',
          goesOn ? 'waiting' : 'not_sent',
          id,
        )
      })
    },

    /** Ends the import if it is in one of these states: waiting rows that are not in flight will not be sent. */
    async end(id: string, changes: Partial<ImportRecord>, onlyIn: ImportRecord['state'][]): Promise<boolean> {
      return database.transaction(async within => {
        if (!(await update(within, { id, onlyIn }, changes))) return false
        await within.run(
          `UPDATE import_rows SET outcome = 'not_sent', in_flight = 0
           WHERE import_id = ? AND outcome = 'waiting' AND in_flight <> 1`,
          id,
        )
        return true
      })
    },

    /** Ends the import as `done` when every row has an outcome; otherwise returns false and changes nothing. */
    finish: async (id: string, at: string): Promise<boolean> =>
      (await imports.update(
        { state: 'done', ended_at: at, touched_at: at },
        `WHERE id = ? AND state = 'sending'
           AND NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id AND outcome = 'waiting')`,
        id,
      )) > 0,
  }
}
