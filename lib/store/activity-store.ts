import 'server-only'
import { randomUUID } from 'node:crypto'
import { setImmediate as immediately } from 'node:timers/promises'
import { z } from 'zod'
import { singleton } from '#lib/singleton.ts'
import { type ActivityQuestion, IN_BULK, toCondition } from './activity-question.ts'
import { getDatabase } from './database.ts'
import type { Database, Statements } from './engine.ts'
import { ACTIVITY_OUTCOMES } from './enums.ts'
import { json, placesFor } from './table.ts'

const details = z.record(z.string(), z.unknown())

/** An entry as it is stored. `lib/activity` defines the actions and details, and refuses others. */
const entrySchema = z.object({
  actor: z.object({ id: z.string().nullable(), email: z.string() }),
  action: z.string(),
  project: z.int().optional(),
  employee: z.int().optional(),
  /** All employees that it concerned, when it was not exactly one. */
  employees: z.array(z.int()).optional(),
  details: details.optional(),
})

/** Old entries that are deleted at a time, so that other writers do not wait even for millions. */
const SWEPT_AT_ONCE = 2_000

const activityRow = z.object({
  id: z.int(),
  at: z.string(),
  actor_id: z.string().nullable(),
  actor_email: z.string(),
  action: z.string(),
  outcome: z.enum(ACTIVITY_OUTCOMES),
  project: z.int().nullable(),
  employee: z.int().nullable(),
  details: json(details),
})

type Entry = z.infer<typeof entrySchema>
type Outcome = (typeof ACTIVITY_OUTCOMES)[number]
type KeptEntry = Omit<z.infer<typeof activityRow>, 'actor_id' | 'actor_email'> & Pick<Entry, 'actor'>

type BulkCount = { id: string; action: string; people: number; uncertain: number }
export type LoggedPerson = { id: number; name: string; number: string | null }

/** `below` continues after an entry, for reading everything in portions. */
export type ActivityRange = { limit: number; offset?: number; below?: number }

export function getActivityStore() {
  return singleton('activity-store', () => createActivityStore(getDatabase()))
}

export function createActivityStore(database: Database) {
  const actorEmail = database.caseless('actor_email')

  async function giveUp(within: Statements, id: string): Promise<void> {
    const intent = await within.get('SELECT at, entry FROM activity_intents WHERE id = ?', id)
    if (!intent) return
    const entry = entrySchema.parse(JSON.parse(String(intent.entry)))
    await addEntry(within, entry, { outcome: 'unknown', at: String(intent.at) })
    await forget(within, id)
  }

  async function forget(at: Statements, id: string): Promise<void> {
    await at.run('DELETE FROM activity_intents WHERE id = ?', id)
  }

  return {
    async append(entry: Entry): Promise<void> {
      await database.transaction(within => addEntry(within, entry))
    },
    /**
     * Appends the entry unless its actor has `most` such entries in this time; then returns the time of the oldest of
     * them.
     */
    async appendWithin(
      entry: Entry,
      { actions, since, now, most }: { actions: readonly string[]; since: string; now: string; most: number },
    ): Promise<string | null> {
      return database.transaction(async within => {
        const tooMany = await within.get(
          `SELECT at FROM activity WHERE actor_id = ? AND action IN ${placesFor(actions)} AND at > ? AND at <= ?
           ORDER BY at DESC LIMIT 1 OFFSET ?`,
          ...[entry.actor.id, ...actions, since, now, most - 1],
        )
        if (tooMany) return String(tooMany.at)
        await addEntry(within, entry)
        return null
      })
    },
    /** Notes a write before it is sent; resolves to the intent's id. */
    async intend(entry: Entry): Promise<string> {
      const id = randomUUID()
      const at = new Date().toISOString()
      await database.run('INSERT INTO activity_intents VALUES (?, ?, ?)', id, at, JSON.stringify(entry))
      return id
    },
    /**
     * Turns the intent into this entry: the write was done. `isRepeated` skips an entry that exists already, because
     * only the answer was lost.
     */
    async settle(
      intent: string,
      entry: Entry,
      { isRepeated = false }: { isRepeated?: boolean } = {},
    ): Promise<void> {
      await database.transaction(async within => {
        const open = 'SELECT 1 AS one FROM activity_intents WHERE id = ?'
        if (isRepeated && !(await within.get(open, intent))) return
        await addEntry(within, entry)
        await forget(within, intent)
      })
    },
    /** Turns the intent into an entry that says that the outcome of the write is unknown. */
    async giveUp(intent: string): Promise<void> {
      await database.transaction(within => giveUp(within, intent))
    },
    /** Deletes the intent of a write that was refused. */
    async drop(intent: string): Promise<void> {
      await forget(database, intent)
    },
    /** Gives up all intents from before this moment, and resolves to how many. */
    async recover(before: string): Promise<number> {
      return database.transaction(async within => {
        const intents = await within.all(
          'SELECT id FROM activity_intents WHERE at < ? ORDER BY at, id',
          before,
        )
        for (const { id } of intents) await giveUp(within, String(id))
        return intents.length
      })
    },
    /** Newest first. */
    async list(
      question: ActivityQuestion,
      { limit, offset = 0, below = Number.MAX_SAFE_INTEGER }: ActivityRange,
    ): Promise<KeptEntry[]> {
      const { where, values } = toCondition(question, actorEmail)
      const rows = await database.all(
        `SELECT * FROM activity WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?`,
        ...[...values, below, limit, offset],
      )
      return rows.map(toKeptEntry)
    },
    async count(question: ActivityQuestion): Promise<number> {
      const { where, values } = toCondition(question, actorEmail)
      const row = await database.get(`SELECT count(*) AS n FROM activity WHERE ${where}`, ...values)
      return Number(row?.n)
    },
    /** Counts the entries of these changes to many employees, and those with an unknown outcome. */
    async countBulks(ids: readonly string[]): Promise<BulkCount[]> {
      const rows = await database.all(
        `SELECT details ->> '$.bulk.id' AS bulk, action, count(*) AS people,
           count(*) FILTER (WHERE outcome = 'unknown') AS uncertain
         FROM activity WHERE ${IN_BULK} AND details ->> '$.bulk.id' IN (SELECT value FROM json_each(?))
         GROUP BY details ->> '$.bulk.id', action`,
        JSON.stringify(ids),
      )
      return rows.map(({ bulk, action, people, uncertain }) => ({
        ...{ id: String(bulk), action: String(action) },
        ...{ people: Number(people), uncertain: Number(uncertain) },
      }))
    },
    /**
     * Returns all employees in the log, or one of them, with each name and number in the log; the latest comes last.
     */
    async listPeople(id?: number): Promise<LoggedPerson[]> {
      const whose =
        id === undefined ? '' : 'AND id IN (SELECT activity_id FROM activity_people WHERE employee_id = $id)'
      // Each employee of an entry has an id beside the name. In older entries the id is known only if there was one
      // employee.
      const rows = await database.all(
        `SELECT * FROM (
           SELECT employee AS id, details ->> '$.person.name' AS name,
             details ->> '$.person.mitarbeiternummer' AS number, max(id) AS last
           FROM activity WHERE employee IS NOT NULL ${whose} GROUP BY 1, 2, 3
           UNION ALL SELECT coalesce(CAST(c.value ->> 'id' AS BIGINT), CASE json_array_length(a.details, '$.people') WHEN 1
               THEN (SELECT min(employee_id) FROM activity_people WHERE activity_id = a.id) END),
             c.value ->> 'name', c.value ->> 'mitarbeiternummer', a.id
           FROM (SELECT * FROM activity WHERE action = 'employees_created' ${whose}) AS a,
             json_each(a.details, '$.people') AS c
         ) AS named WHERE name <> '' AND id = coalesce($id, id) ORDER BY last`,
        { id: id ?? null },
      )
      return rows.map(({ id, name, number }) => ({
        ...{ id: Number(id), name: String(name) },
        number: number === null ? null : String(number),
      }))
    },
    /** Returns the employees that each of these entries concerns. */
    async listPeopleOf(entries: readonly number[]): Promise<Map<number, number[]>> {
      const rows = await database.all(
        `SELECT activity_id, employee_id FROM activity_people
         WHERE activity_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY employee_id`,
        JSON.stringify(entries),
      )
      const of = Map.groupBy(rows, row => Number(row.activity_id))
      return new Map([...of].map(([id, people]) => [id, people.map(row => Number(row.employee_id))]))
    },
    /** Returns the email addresses of all actors in alphabetical order. */
    async listActors(): Promise<string[]> {
      const rows = await database.all(
        `SELECT min(actor_email) AS email FROM activity WHERE actor_email <> '' GROUP BY ${actorEmail} ORDER BY ${actorEmail}`,
      )
      return rows.map(({ email }) => String(email))
    },
    /** Returns the names of projects at their latest download, import or delivery, by id. */
    async listProjectNames(): Promise<Map<number, string>> {
      const tables = ['exports', 'imports', 'deliveries']
      const noted = tables.map(table => `SELECT project_id, project, created_at FROM ${table}`)
      const rows = await database.all(
        `SELECT project_id AS id, project ->> 'name' AS name FROM (${noted.join(' UNION ALL ')}) AS noted
         ORDER BY created_at`,
      )
      return new Map(rows.map(({ id, name }) => [Number(id), String(name)]))
    },
    /**
     * Deletes older entries in portions and returns how many. An entry that was written after younger ones has a wrong
     * date, and is kept as long as they are. The next sweep deletes what is left when the desk stops.
     */
    async sweep(cutOff: string): Promise<number> {
      await database.run('UPDATE activity_retention SET cut_off = ?', cutOff)
      const now = new Date().toISOString()
      const young = await database.get(
        'SELECT min(id) AS first FROM activity WHERE at BETWEEN ? AND ?',
        cutOff,
        now,
      )
      const below = Number(young?.first ?? Number.MAX_SAFE_INTEGER)
      for (let swept = 0; ; await immediately()) {
        const gone = await database.run(
          'DELETE FROM activity WHERE id IN (SELECT id FROM activity WHERE at < ? AND id < ? ORDER BY id LIMIT ?)',
          ...[cutOff, below, SWEPT_AT_ONCE],
        )
        swept += gone
        if (gone < SWEPT_AT_ONCE) return swept
      }
    },

    /** The cut-off of the last sweep; empty before the first one. */
    async lastCutOff(): Promise<string> {
      return String((await database.get('SELECT cut_off FROM activity_retention'))?.cut_off ?? '')
    },
  }
}

/** The activity log. Asynchronous, so that a database server can replace the embedded one. */
export type ActivityStore = ReturnType<typeof createActivityStore>

/** Writes an entry as a part of a transaction. */
export async function addEntry(
  within: Statements,
  entry: Entry,
  { outcome = 'done', at = new Date().toISOString() }: { outcome?: Outcome; at?: string } = {},
): Promise<void> {
  const added = await within.get(
    `INSERT INTO activity (at, actor_id, actor_email, action, outcome, project, employee, details)
     VALUES ($at, $actor_id, $actor_email, $action, $outcome, $project, $employee, $details) RETURNING id`,
    { ...toRow(entry), outcome, at },
  )
  const people = new Set([...(entry.employees ?? []), ...(entry.employee ? [entry.employee] : [])])
  const id = Number(added?.id)
  await within.each(
    'INSERT INTO activity_people VALUES (?, ?)',
    [...people].map(employeeId => [id, employeeId]),
  )
}

function toRow({ actor, action, project, employee, details }: Entry) {
  return {
    actor_id: actor.id,
    actor_email: actor.email,
    action,
    project: project ?? null,
    employee: employee ?? null,
    details: JSON.stringify(details ?? {}),
  }
}

function toKeptEntry(row: unknown): KeptEntry {
  const { actor_id, actor_email, ...rest } = activityRow.parse(row)
  return { ...rest, actor: { id: actor_id, email: actor_email } }
}
