import 'server-only'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { getDatabase } from './database.ts'
import {
  type EntryChange,
  type EntryRow,
  type ExportPart,
  type ExportRow,
  entryRow,
  exportRow,
  type TextRow,
} from './export-rows.ts'
import { type JobStates, jobStates } from './job-states.ts'
import { transaction } from './transaction.ts'

type ExportEnd = {
  parts: ExportPart[]
  places: Pick<EntryRow, 'position' | 'part'>[]
  texts: TextRow[]
}

/** How many one person may have under way, and how many in all. */
export type ExportQuota = { running: number; kept: number }

export type ExportPage = { rows: ExportRow[]; total: number }

export type ExportQuestion = {
  ownerId: string | null
  project?: number | undefined
  /** E-mail of who started it. */
  person?: string | undefined
  target?: string | undefined
  state?: ExportRow['state'] | undefined
}

export type ExportChoices = { people: string[]; projects: { id: number; name: string }[]; targets: string[] }

/** Exports and what is in them. Asynchronous, so that a database server can take the place of the embedded one. */
type ExportStore = JobStates & {
  /**
   * Begins an export within what its owner may take. Who keeps as many as they may has the oldest of their own
   * forgotten, what came to nothing first; never one under way or one that another is made from, and no archive that
   * nobody has downloaded. Tells what there are too many of, and then nothing has changed.
   */
  create(row: ExportRow, quota: ExportQuota): Promise<'running' | 'kept' | null>
  /** Takes a `ready` export up again. `running`: its owner has as many under way as they may. */
  reopen(id: string, running: number): Promise<'reopened' | 'not_ready' | 'running'>
  /** Somebody has taken an archive of it. */
  noteDownloaded(id: string): Promise<void>
  find(id: string): Promise<ExportRow | null>
  /** Newest first; of one owner or of everybody, and of those what else is asked for. */
  list(question: ExportQuestion, range: { limit: number; offset: number }): Promise<ExportPage>
  /** What there is to ask for, in alphabetical order. */
  choices(ownerId: string | null): Promise<ExportChoices>
  /** Those that have not come to an end, oldest first. */
  listUnfinished(): Promise<ExportRow[]>
  /** With `onlyIn` nothing happens unless the export is in one of these states. Tells whether something did. */
  update(id: string, changes: Partial<ExportRow>, onlyIn?: ExportRow['state'][]): Promise<boolean>
  entries(id: string): Promise<EntryRow[]>
  /** Writes the plan, in place of one that was there before. */
  savePlan(id: string, entries: EntryRow[], changes: Partial<ExportRow>): Promise<void>
  /** What has become of entries, together with the numbers that count them. */
  saveProgress(id: string, entries: EntryChange[], changes: Partial<ExportRow>): Promise<void>
  /**
   * The end of preparing, or `from: 'ready'` of making the archives again without somebody: which entry is in which part,
   * the texts, and the archives' own facts. False, and nothing is written, when the export is in another state meanwhile.
   */
  finish(id: string, end: ExportEnd, from?: 'preparing' | 'ready'): Promise<boolean>
  texts(id: string, part: number): Promise<TextRow[]>
  /** Ends what nobody may download any more, and forgets what nobody needs to know any more. */
  tidy(before: { readySince: string; createdSince: string }): Promise<void>
}

export function getExportStore(): ExportStore {
  return createExportStore(getDatabase())
}

export function createExportStore(database: DatabaseSync): ExportStore {
  const all = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values)
  const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values)

  function update(id: string, changes: Partial<ExportRow>, onlyIn: ExportRow['state'][] = []): boolean {
    const columns = Object.entries(changes)
    if (columns.length === 0) return false
    const sets = columns.map(([name]) => `${columnName(name)} = ?`).join(', ')
    const states = onlyIn.length === 0 ? '' : ` AND state IN (${onlyIn.map(() => '?').join(', ')})`
    const values = columns.map(([name, value]) => toColumn(name, value))
    return (
      Number(run(`UPDATE exports SET ${sets} WHERE id = ?${states}`, ...values, id, ...onlyIn).changes) > 0
    )
  }

  function countOf(ownerId: string): { running: number; kept: number } {
    const [found] = all(
      `SELECT count(*) AS kept, count(*) FILTER (WHERE state IN ('preparing', 'paused')) AS running
       FROM exports WHERE owner_id = ?`,
      ownerId,
    )
    return { running: Number(found?.running ?? 0), kept: Number(found?.kept ?? 0) }
  }

  /** False when there are not so many that may go. */
  function forget(count: number, { id, owner_id, request }: ExportRow): boolean {
    if (count <= 0) return true
    const oldest = database
      .prepare(
        `SELECT id FROM exports AS old
         WHERE owner_id = $owner AND state NOT IN ('preparing', 'paused')
           AND (state <> 'ready' OR done = 0 OR downloaded_at IS NOT NULL)
           AND id <> coalesce(json_extract($request, '$.scope.export_id'), $id)
           AND NOT EXISTS (SELECT 1 FROM exports WHERE state IN ('preparing', 'paused')
                             AND json_extract(request, '$.scope.export_id') = old.id)
         ORDER BY state IN ('cancelled', 'failed') DESC, created_at, id LIMIT $count`,
      )
      .all({ id, owner: owner_id, request: JSON.stringify(request), count })
    if (oldest.length < count) return false
    for (const { id } of oldest) run('DELETE FROM exports WHERE id = ?', String(id))
    return true
  }

  function insert(row: ExportRow): void {
    const columns = Object.entries(row)
    const names = columns.map(([name]) => columnName(name)).join(', ')
    const places = columns.map(([name, value]) => toColumn(name, value))
    run(`INSERT INTO exports (${names}) VALUES (${places.map(() => '?').join(', ')})`, ...places)
  }

  return {
    ...jobStates(database, 'exports', 'preparing'),

    async create(row, quota) {
      return transaction(database, () => {
        const { running, kept } = countOf(row.owner_id)
        if (running >= quota.running) return 'running'
        if (!forget(kept + 1 - quota.kept, row)) return 'kept'
        insert(row)
        return null
      })
    },

    async reopen(id, running) {
      return transaction(database, () => {
        const [found] = all("SELECT owner_id FROM exports WHERE id = ? AND state = 'ready'", id)
        if (!found) return 'not_ready'
        if (countOf(String(found.owner_id)).running >= running) return 'running'
        update(id, { state: 'preparing', ended_at: null })
        return 'reopened'
      })
    },

    async noteDownloaded(id) {
      const at = new Date().toISOString()
      run('UPDATE exports SET downloaded_at = ? WHERE id = ? AND downloaded_at IS NULL', at, id)
    },

    async find(id) {
      const [row] = all('SELECT * FROM exports WHERE id = ?', id)
      return row ? exportRow.parse(row) : null
    },

    async list({ ownerId, project = null, person = null, target = null, state = null }, { limit, offset }) {
      const where = `WHERE ($ownerId IS NULL OR owner_id = $ownerId) AND ($project IS NULL OR project_id = $project)
        AND ($person IS NULL OR owner_email = $person COLLATE NOCASE)
        AND ($target IS NULL OR request ->> 'target' = $target) AND ($state IS NULL OR state = $state)`
      const wanted = { ownerId, project, person, target, state }
      const rows = database
        .prepare(`SELECT * FROM exports ${where} ORDER BY created_at DESC, id LIMIT $limit OFFSET $offset`)
        .all({ ...wanted, limit, offset })
      const count = database.prepare(`SELECT count(*) AS n FROM exports ${where}`).get(wanted)
      return { rows: rows.map(row => exportRow.parse(row)), total: Number(count?.n ?? 0) }
    },

    async choices(ownerId) {
      const of = (columns: string, end: string) =>
        database
          .prepare(`SELECT ${columns} FROM exports WHERE $ownerId IS NULL OR owner_id = $ownerId ${end}`)
          .all({ ownerId })
      return {
        people: of('DISTINCT owner_email COLLATE NOCASE AS email', 'ORDER BY 1').map(({ email }) =>
          String(email),
        ),
        // A project is called what it was called last.
        projects: of(
          "project_id AS id, project ->> 'name' AS name, max(created_at)",
          'GROUP BY project_id ORDER BY name',
        ).map(({ id, name }) => ({ id: Number(id), name: String(name) })),
        targets: of("DISTINCT request ->> 'target' AS target", 'ORDER BY 1').map(({ target }) =>
          String(target),
        ),
      }
    },

    async listUnfinished() {
      const rows = all("SELECT * FROM exports WHERE state IN ('preparing', 'paused') ORDER BY created_at, id")
      return rows.map(row => exportRow.parse(row))
    },

    async update(id, changes, onlyIn) {
      return update(id, changes, onlyIn)
    },

    async entries(id) {
      const rows = all('SELECT * FROM export_entries WHERE export_id = ? ORDER BY position', id)
      return rows.map(row => entryRow.parse(row))
    },

    async savePlan(id, entries, changes) {
      transaction(database, () => {
        run('DELETE FROM export_entries WHERE export_id = ?', id)
        const insert = database.prepare(
          `INSERT INTO export_entries (export_id, position, employee_id, employee, edited_at, variant, size,
             pixels, rendering, file_name, part, state, problem, bytes, crc32, sha256)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        for (const entry of entries)
          insert.run(
            id,
            entry.position,
            entry.employee_id,
            JSON.stringify(entry.employee),
            entry.edited_at,
            entry.variant,
            toJson(entry.size),
            toJson(entry.pixels),
            toJson(entry.rendering),
            entry.file_name,
            entry.part,
            entry.state,
            entry.problem,
            entry.bytes,
            entry.crc32,
            entry.sha256,
          )
        update(id, changes)
      })
    },

    async saveProgress(id, entries, changes) {
      transaction(database, () => {
        const save = database.prepare(
          // Whoever was taken out meanwhile stays out.
          `UPDATE export_entries SET state = ?, problem = ?, pixels = ?, bytes = ?, crc32 = ?, sha256 = ?
           WHERE export_id = ? AND position = ? AND employee ->> '$.photo.approved'`,
        )
        for (const { position, state, problem, pixels, bytes, crc32, sha256 } of entries)
          save.run(state, problem, toJson(pixels), bytes, crc32, sha256, id, position)
        update(id, changes)
      })
    },

    async finish(id, { parts, places, texts }, from = 'preparing') {
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
      const ended_at = new Date().toISOString()
      const facts = { state: 'ready', pause_reason: null, error: null, parts, bytes } as const
      return transaction(database, () => {
        if (!update(id, { ...facts, ...(from === 'preparing' && { ended_at }) }, [from])) return false
        const place = database.prepare(
          'UPDATE export_entries SET part = ? WHERE export_id = ? AND position = ?',
        )
        for (const { position, part } of places) place.run(part, id, position)
        run('DELETE FROM export_texts WHERE export_id = ?', id)
        const insert = database.prepare(
          'INSERT INTO export_texts (export_id, part, position, name, content) VALUES (?, ?, ?, ?, ?)',
        )
        for (const [position, { part, name, content }] of texts.entries())
          insert.run(id, part, position, name, content)
        return true
      })
    },

    async texts(id, part) {
      const rows = all(
        'SELECT name, content FROM export_texts WHERE export_id = ? AND part = ? ORDER BY position',
        id,
        part,
      )
      return rows.map(({ name, content }) => ({
        part,
        name: String(name),
        content: content instanceof Uint8Array ? content : new Uint8Array(),
      }))
    },

    async tidy({ readySince, createdSince }) {
      transaction(database, () => {
        run("UPDATE exports SET state = 'expired' WHERE state = 'ready' AND ended_at < ?", readySince)
        run(
          `DELETE FROM export_texts WHERE export_id IN
             (SELECT id FROM exports WHERE state IN ('expired', 'cancelled', 'failed'))`,
        )
        // One that is paused for so long waits for somebody who does not come.
        run("DELETE FROM exports WHERE state <> 'preparing' AND created_at < ?", createdSince)
      })
    },
  }
}

/** Only columns of the table go into a statement, whatever an object carries. */
function columnName(name: string): string {
  if (!Object.hasOwn(exportRow.shape, name)) throw new Error(`exports has no column ${name}.`)
  return name
}

/** Columns that hold JSON, whatever is in them. */
const JSON_COLUMNS = new Set(['request', 'size', 'project', 'problems', 'waiting', 'parts'])

function toColumn(name: string, value: unknown): SQLInputValue {
  if (JSON_COLUMNS.has(name)) return toJson(value)
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  throw new Error(`${name} cannot hold this.`)
}

/** Nothing is no JSON: its column is empty. */
function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
