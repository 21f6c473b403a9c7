import 'server-only'
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import {
  type Activity,
  type ActivityAction,
  type ActivityEntry,
  type ActivityOutcome,
  activityEntrySchema,
} from '#lib/contracts/activity.ts'
import { singleton } from '#lib/singleton.ts'
import { activityRow, toActivity, toRow } from './activity-rows.ts'
import { getDatabase } from './database.ts'
import { transaction } from './transaction.ts'

/** What is asked of the log; moments are ISO 8601 in UTC, `from` is included and `before` is not. */
export type ActivityQuestion = {
  actor?: string | undefined
  actions?: readonly ActivityAction[] | undefined
  employee?: number | undefined
  project?: number | undefined
  from?: string | undefined
  before?: string | undefined
}

/** The activity log. Asynchronous, so that a database server can take the place of the embedded one. */
export type ActivityStore = {
  append(entry: ActivityEntry): Promise<void>
  /** Notes a write before it is sent; resolves to the intent's id. */
  intend(entry: ActivityEntry): Promise<string>
  /** The write was done: the intent becomes this entry. */
  settle(intent: string, entry: ActivityEntry): Promise<void>
  /** Nobody knows whether the write was done: the intent becomes an entry that says so. */
  giveUp(intent: string): Promise<void>
  /** The write was refused: nothing to tell. */
  drop(intent: string): Promise<void>
  /** Gives up all intents from before this moment, and resolves to how many. */
  recover(before: string): Promise<number>
  /** Newest first. `below` goes on after an entry, for reading everything in pieces. */
  list(
    question: ActivityQuestion,
    range: { limit: number; offset?: number; below?: number },
  ): Promise<Activity[]>
  count(question: ActivityQuestion): Promise<number>
  /** E-mails of everybody who has done anything, in alphabetical order. */
  listActors(): Promise<string[]>
  /** Deletes what is older, for ever, and resolves to how many entries that were. */
  sweep(cutOff: string): Promise<number>
}

export function getActivityStore(): ActivityStore {
  return singleton('activity-store', () => createActivityStore(getDatabase()))
}

export function createActivityStore(database: DatabaseSync): ActivityStore {
  function add(entry: ActivityEntry, outcome: ActivityOutcome, at = new Date().toISOString()): void {
    const { lastInsertRowid: activityId } = database
      .prepare(
        `INSERT INTO activity (at, actor_id, actor_email, action, outcome, project, employee, details)
         VALUES ($at, $actor_id, $actor_email, $action, $outcome, $project, $employee, $details)`,
      )
      .run({ ...toRow(entry), outcome, at })
    const person = database.prepare('INSERT INTO activity_people VALUES (?, ?)')
    const people = new Set([...(entry.employees ?? []), ...(entry.employee ? [entry.employee] : [])])
    for (const employeeId of people) person.run(activityId, employeeId)
  }

  function giveUp(id: string): void {
    const intent = database.prepare('SELECT at, entry FROM activity_intents WHERE id = ?').get(id)
    if (!intent) return
    add(activityEntrySchema.parse(JSON.parse(String(intent.entry))), 'unknown', String(intent.at))
    forget(id)
  }

  function forget(id: string): void {
    database.prepare('DELETE FROM activity_intents WHERE id = ?').run(id)
  }

  return {
    async append(entry) {
      transaction(database, () => add(entry, 'done'))
    },
    async intend(entry) {
      const id = randomUUID()
      database
        .prepare('INSERT INTO activity_intents VALUES (?, ?, ?)')
        .run(id, new Date().toISOString(), JSON.stringify(entry))
      return id
    },
    async settle(intent, entry) {
      transaction(database, () => {
        add(entry, 'done')
        forget(intent)
      })
    },
    async giveUp(intent) {
      transaction(database, () => giveUp(intent))
    },
    async drop(intent) {
      forget(intent)
    },
    async recover(before) {
      const intents = database.prepare('SELECT id FROM activity_intents WHERE at < ? ORDER BY at').all(before)
      transaction(database, () => {
        for (const { id } of intents) giveUp(String(id))
      })
      return intents.length
    },
    async list(question, { limit, offset = 0, below = Number.MAX_SAFE_INTEGER }) {
      const { where, values } = toCondition(question)
      return database
        .prepare(`SELECT * FROM activity WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?`)
        .all(...values, below, limit, offset)
        .map(row => toActivity(activityRow.parse(row)))
    },
    async count(question) {
      const { where, values } = toCondition(question)
      return Number(database.prepare(`SELECT count(*) AS n FROM activity WHERE ${where}`).get(...values)?.n)
    },
    async listActors() {
      const rows = database
        .prepare("SELECT DISTINCT actor_email FROM activity WHERE actor_email <> '' ORDER BY actor_email")
        .all()
      return rows.map(row => String(row.actor_email))
    },
    async sweep(cutOff) {
      return transaction(database, () => {
        database.prepare('UPDATE activity_retention SET cut_off = ?').run(cutOff)
        return Number(database.prepare('DELETE FROM activity WHERE at < ?').run(cutOff).changes)
      })
    },
  }
}

/** Only fixed texts get into the SQL; what people ask for is bound. */
function toCondition(question: ActivityQuestion): { where: string; values: (string | number)[] } {
  const { actor, actions, employee, project, from, before } = question
  const parts: [sql: string, values: (string | number)[]][] = [['TRUE', []]]
  if (actor !== undefined) parts.push(['actor_email = ?', [actor]])
  if (actions) parts.push([`action IN (${actions.map(() => '?').join(', ')})`, [...actions]])
  if (project !== undefined) parts.push(['project = ?', [project]])
  if (from !== undefined) parts.push(['at >= ?', [from]])
  if (before !== undefined) parts.push(['at < ?', [before]])
  if (employee !== undefined)
    parts.push(['id IN (SELECT activity_id FROM activity_people WHERE employee_id = ?)', [employee]])
  return { where: parts.map(([sql]) => sql).join(' AND '), values: parts.flatMap(([, values]) => values) }
}
