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
import { type JobStates, jobStates, RECENT_JOBS } from './job-states.ts'
import { openTable, placesFor } from './table.ts'
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

/** `photos`: the `edited_at` of each person's photo, by the person's id. */
export type Delivered = { target: string; since: string; photos: Map<number, string> }

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
  /** What one person has under way, and what of theirs has ended since. */
  listRecent(ownerId: string, since: string): Promise<ExportRow[]>
  /** With `onlyIn` nothing happens unless the export is in one of these states. Tells whether something did. */
  update(id: string, changes: Partial<ExportRow>, onlyIn?: ExportRow['state'][]): Promise<boolean>
  /**
   * Which photo of whom each receiving system has got last, in archives that were downloaded; the system that got photos last
   * comes first. `ownerId`: of this account's exports only.
   */
  delivered(projectId: number, ownerId: string | null): Promise<Delivered[]>
  /**
   * Which photo of whom the system of an export had after it, `edited_at` by person: of this one, and of what its owner had
   * downloaded of the project for the same system before, because an export of what is new holds only that.
   */
  givenUntil(id: string): Promise<Map<number, string>>
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
  const exports = openTable(database, 'exports', { row: exportRow })
  const entries = openTable(database, 'export_entries', { row: entryRow, besides: ['export_id'] })
  const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values)

  function update(id: string, changes: Partial<ExportRow>, onlyIn: ExportRow['state'][] = []): boolean {
    const states = onlyIn.length === 0 ? '' : ` AND state IN ${placesFor(onlyIn)}`
    return exports.update(changes, `WHERE id = ?${states}`, id, ...onlyIn) > 0
  }

  function countRunning(ownerId: string): number {
    return exports.count("WHERE owner_id = ? AND state IN ('preparing', 'paused')", ownerId)
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
    for (const { id } of oldest) exports.remove('WHERE id = ?', String(id))
    return true
  }

  return {
    ...jobStates(database, 'exports', 'preparing'),

    async create(row, quota) {
      return transaction(database, () => {
        if (countRunning(row.owner_id) >= quota.running) return 'running'
        const kept = exports.count('WHERE owner_id = ?', row.owner_id)
        if (!forget(kept + 1 - quota.kept, row)) return 'kept'
        exports.insert([row])
        return null
      })
    },

    async reopen(id, running) {
      return transaction(database, () => {
        const found = exports.find("WHERE id = ? AND state = 'ready'", id)
        if (!found) return 'not_ready'
        if (countRunning(found.owner_id) >= running) return 'running'
        exports.update({ state: 'preparing', ended_at: null }, 'WHERE id = ?', id)
        return 'reopened'
      })
    },

    async noteDownloaded(id) {
      const at = new Date().toISOString()
      run('UPDATE exports SET downloaded_at = ? WHERE id = ? AND downloaded_at IS NULL', at, id)
    },

    find: async id => exports.find('WHERE id = ?', id),

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

    listUnfinished: async () =>
      exports.list("WHERE state IN ('preparing', 'paused') ORDER BY created_at, id"),

    listRecent: async (ownerId, since) => exports.list(RECENT_JOBS, ownerId, since),

    update: async (id, changes, onlyIn) => update(id, changes, onlyIn),

    async delivered(projectId, ownerId) {
      const rows = database
        .prepare(
          `SELECT request ->> 'target' AS target, created_at, employee_id, edited_at
           FROM exports JOIN export_entries ON export_id = exports.id
           WHERE project_id = $projectId AND ($ownerId IS NULL OR owner_id = $ownerId)
             AND downloaded_at IS NOT NULL AND export_entries.state = 'done'
           ORDER BY created_at DESC, exports.id`,
        )
        .all({ projectId, ownerId })
      const systems = new Map<string, Delivered>()
      for (const { target, created_at, employee_id, edited_at } of rows) {
        const of = String(target)
        const system = systems.get(of) ?? { target: of, since: String(created_at), photos: new Map() }
        systems.set(of, system)
        // The newest comes first.
        if (!system.photos.has(Number(employee_id))) system.photos.set(Number(employee_id), String(edited_at))
      }
      return [...systems.values()]
    },

    async givenUntil(id) {
      const rows = database
        .prepare(
          `SELECT employee_id, edited_at
           FROM exports AS this
           JOIN exports AS other ON other.id = this.id
             OR (other.project_id = this.project_id AND other.owner_id = this.owner_id
               AND other.request ->> 'target' = this.request ->> 'target'
               AND other.created_at < this.created_at AND other.downloaded_at IS NOT NULL)
           JOIN export_entries AS entry ON entry.export_id = other.id
           WHERE this.id = ? AND entry.state = 'done'
           ORDER BY other.created_at`,
        )
        .all(id)
      // A later one takes the place of an earlier one.
      return new Map(rows.map(row => [Number(row.employee_id), String(row.edited_at)]))
    },

    entries: async id => entries.list('WHERE export_id = ? ORDER BY position', id),

    async savePlan(id, planned, changes) {
      await transaction(database, () => {
        entries.remove('WHERE export_id = ?', id)
        entries.insert(planned.map(entry => ({ ...entry, export_id: id })))
        update(id, changes)
      })
    },

    async saveProgress(id, settled, changes) {
      await transaction(database, () => {
        // Whoever was taken out meanwhile stays out.
        const still = "WHERE export_id = ? AND position = ? AND employee ->> '$.photo.approved'"
        for (const { position, state, problem, pixels, bytes, crc32, sha256 } of settled)
          entries.update({ state, problem, pixels, bytes, crc32, sha256 }, still, id, position)
        update(id, changes)
      })
    },

    async finish(id, { parts, places, texts }, from = 'preparing') {
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
      const ended_at = new Date().toISOString()
      const facts = { state: 'ready', pause_reason: null, error: null, parts, bytes } as const
      return transaction(database, () => {
        if (!update(id, { ...facts, ...(from === 'preparing' && { ended_at }) }, [from])) return false
        for (const { position, part } of places)
          entries.update({ part }, 'WHERE export_id = ? AND position = ?', id, position)
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
      const rows = database
        .prepare('SELECT name, content FROM export_texts WHERE export_id = ? AND part = ? ORDER BY position')
        .all(id, part)
      return rows.map(({ name, content }) => ({
        part,
        name: String(name),
        content: content instanceof Uint8Array ? content : new Uint8Array(),
      }))
    },

    async tidy({ readySince, createdSince }) {
      await transaction(database, () => {
        run("UPDATE exports SET state = 'expired' WHERE state = 'ready' AND ended_at < ?", readySince)
        run(
          `DELETE FROM export_texts WHERE export_id IN
             (SELECT id FROM exports WHERE state IN ('expired', 'cancelled', 'failed'))`,
        )
        // One that is paused for so long waits for somebody who does not come.
        exports.remove("WHERE state <> 'preparing' AND created_at < ?", createdSince)
      })
    },
  }
}
