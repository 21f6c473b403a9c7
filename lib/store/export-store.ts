import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import type { Database, Statements } from './engine.ts'
import { countEntries, isAsSeen, NAMED_ENTRY, type SeenExport } from './export-counts.ts'
import { exportQuestions } from './export-questions.ts'
import {
  type EntryChange,
  type EntryRow,
  type ExportPart,
  type ExportRow,
  entryRow,
  exportRow,
  type FileRow,
  fileRow,
  type TextRow,
} from './export-rows.ts'
import { handOnGiven } from './given-photos.ts'
import { jobStates, RECENT_JOBS } from './job-states.ts'
import { noteSent, type Sent } from './note-sent.ts'
import { openTable, placesFor } from './table.ts'

type ExportEnd = {
  parts: ExportPart[]
  renewed_at: string | null
  places: Pick<EntryRow, 'position' | 'part'>[]
  texts: TextRow[]
  /** The version of the export from which all of this was made. */
  seen: SeenExport
}

/** Maximum number of exports of an account: in progress, and in total. */
type ExportQuota = { running: number; kept: number }

/** The export that another one is made from. */
const madeFrom = z.object({ scope: z.object({ export_id: z.string().optional() }).optional() })

/** True when an unfinished export contains what is new since the export `old`. */
const IS_BASE = `EXISTS (SELECT 1 FROM exports WHERE state IN ('preparing', 'paused') AND request ->> '$.scope.export_id' = old.id)`

export function getExportStore() {
  return createExportStore(getDatabase())
}

/** Exports and their entries. Asynchronous, so that a database server can replace the embedded one. */
export function createExportStore(database: Database) {
  const exports = openTable(database, 'exports', { row: exportRow })
  const entries = openTable(database, 'export_entries', { row: entryRow, besides: ['export_id'] })
  const files = openTable(database, 'export_entries', { row: fileRow })
  async function update(
    at: Statements,
    { id, onlyIn = [] }: { id: string; onlyIn?: ExportRow['state'][] | undefined },
    changes: Partial<ExportRow>,
  ): Promise<boolean> {
    const states = onlyIn.length === 0 ? '' : ` AND state IN ${placesFor(onlyIn)}`
    return (await exports.on(at).update(changes, `WHERE id = ?${states}`, id, ...onlyIn)) > 0
  }

  function countRunning(at: Statements, ownerId: string): Promise<number> {
    return exports.on(at).count("WHERE owner_id = ? AND state IN ('preparing', 'paused')", ownerId)
  }

  /** Returns `count` exports that may be deleted for a new one, in the order of deletion; null when there are fewer. */
  async function findForgettable(
    at: Statements,
    count: number,
    { id, owner_id, request }: ExportRow,
  ): Promise<string[] | null> {
    if (count <= 0) return []
    const oldest = await at.all(
      `SELECT id FROM exports AS old
       WHERE owner_id = ? AND state NOT IN ('preparing', 'paused')
         AND (state <> 'ready' OR done = 0 OR downloaded_at IS NOT NULL) AND id <> ? AND NOT ${IS_BASE}
       ORDER BY state IN ('cancelled', 'failed') DESC, created_at, id LIMIT ?`,
      ...[owner_id, madeFrom.parse(request).scope?.export_id ?? id, count],
    )
    return oldest.length < count ? null : oldest.map(old => String(old.id))
  }

  /** Deletes exports. What the receiving system got with them is handed on to younger exports. */
  async function forget(within: Statements, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await handOnGiven(within, id)
      await exports.on(within).remove('WHERE id = ?', id)
    }
  }

  return {
    ...jobStates(database, 'exports', { working: 'preparing' }),
    ...exportQuestions(database),

    /**
     * Begins an export within the quota of its owner. At the quota the oldest exports of the owner are deleted,
     * cancelled and failed ones first; never a running export, one that another is made from, or an archive that was
     * not downloaded. Returns which quota is reached; then nothing changes.
     */
    async create(row: ExportRow, quota: ExportQuota): Promise<'running' | 'kept' | null> {
      return database.transaction(async within => {
        if ((await countRunning(within, row.owner_id)) >= quota.running) return 'running'
        const kept = await exports.on(within).count('WHERE owner_id = ?', row.owner_id)
        const old = await findForgettable(within, kept + 1 - quota.kept, row)
        if (!old) return 'kept'
        await exports.on(within).insert([row])
        await forget(within, old)
        return null
      })
    },

    /**
     * Resumes a `ready` export, whose texts are written again at the end. `running`: its owner has as many running as
     * allowed.
     */
    async reopen(id: string, running: number): Promise<'reopened' | 'not_ready' | 'running'> {
      return database.transaction(async within => {
        const here = exports.on(within)
        const found = await here.find("WHERE id = ? AND state = 'ready'", id)
        if (!found) return 'not_ready'
        if ((await countRunning(within, found.owner_id)) >= running) return 'running'
        await here.update({ state: 'preparing', ended_at: null }, 'WHERE id = ?', id)
        await within.run('DELETE FROM export_texts WHERE export_id = ?', id)
        return 'reopened'
      })
    },

    /** Records that bytes of one of its archives were sent. */
    noteSent: (id: string, sent: Sent) => noteSent(database, id, sent),

    find: async (id: string): Promise<ExportRow | null> => exports.find('WHERE id = ?', id),

    /** Returns exports that have not ended, oldest first. */
    listUnfinished: async (): Promise<ExportRow[]> =>
      exports.listReadable("WHERE state IN ('preparing', 'paused') ORDER BY created_at, id"),

    /** Returns the unfinished exports of an account, and those that ended after `since`. */
    listRecent: async (ownerId: string, since: string): Promise<ExportRow[]> =>
      exports.listReadable(RECENT_JOBS, ownerId, since),

    /** Returns whether the export was in one of the states of `onlyIn`; otherwise nothing changes. */
    update: async (
      id: string,
      changes: Partial<ExportRow>,
      onlyIn?: ExportRow['state'][],
    ): Promise<boolean> => update(database, { id, onlyIn }, changes),

    entries: async (id: string): Promise<EntryRow[]> =>
      entries.list('WHERE export_id = ? ORDER BY position', id),

    /** Returns the files of the entries that are done, in the order of the entries. */
    files: async (id: string): Promise<FileRow[]> =>
      files.list("WHERE export_id = ? AND state = 'done' ORDER BY position", id),

    /**
     * Saves the plan and replaces an earlier one. False, with nothing written, when an employee was removed after
     * `seen`.
     */
    async savePlan(
      id: string,
      planned: EntryRow[],
      changes: Partial<ExportRow>,
      seen?: SeenExport,
    ): Promise<boolean> {
      return database.transaction(async within => {
        if (seen && !(await isAsSeen(within, seen))) return false
        const here = entries.on(within)
        await here.remove('WHERE export_id = ?', id)
        await here.insert(planned.map(entry => ({ ...entry, export_id: id })))
        await update(within, { id }, changes)
        return true
      })
    },

    /**
     * Saves the results of entries, their counts and new problems. Employees who were removed meanwhile are skipped.
     */
    async saveProgress(id: string, settled: EntryChange[], told: ExportRow['problems'] = []): Promise<void> {
      await database.transaction(async within => {
        // Entries that were removed meanwhile stay removed.
        const still = `WHERE export_id = ? AND position = ? AND ${NAMED_ENTRY}`
        await within.each(
          `UPDATE export_entries SET state = ?, problem = ?, pixels = ?, bytes = ?, crc32 = ?, sha256 = ? ${still}`,
          settled.map(({ position, state, problem, pixels, bytes, crc32, sha256 }) => [
            ...[state, problem, pixels && JSON.stringify(pixels), bytes, crc32, sha256],
            ...[id, position],
          ]),
        )
        await countEntries(within, id)
        if (told.length === 0) return
        const named = await within.all(
          `SELECT DISTINCT employee_id FROM export_entries WHERE export_id = ? AND ${NAMED_ENTRY}`,
          id,
        )
        const mayBeTold = new Set(named.map(({ employee_id }) => Number(employee_id)))
        const { problems = [] } = (await exports.on(within).find('WHERE id = ?', id)) ?? {}
        const more = told.filter(({ employee_id }) => mayBeTold.has(employee_id))
        await update(within, { id }, { problems: [...problems, ...more] })
      })
    },

    /**
     * Saves the end of preparing, or with `from: 'ready'` of building the archives again: parts, places and texts.
     * Nothing is written when the state has changed, or an employee was removed meanwhile.
     */
    async finish(
      id: string,
      { parts, renewed_at, places, texts, seen }: ExportEnd,
      from: 'preparing' | 'ready' = 'preparing',
    ): Promise<'finished' | 'other_state' | 'changed'> {
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
      const ended_at = new Date().toISOString()
      const facts = { state: 'ready', pause_reason: null, error: null, parts, renewed_at, bytes } as const
      return database.transaction(async within => {
        const changes = { ...facts, ...(from === 'preparing' && { ended_at }) }
        if (!(await isAsSeen(within, seen))) return 'changed'
        if (!(await update(within, { id, onlyIn: [from] }, changes))) return 'other_state'
        await countEntries(within, id)
        await within.each(
          'UPDATE export_entries SET part = ? WHERE export_id = ? AND position = ?',
          places.map(({ position, part }) => [part, id, position]),
        )
        await within.run('DELETE FROM export_texts WHERE export_id = ?', id)
        await within.each(
          'INSERT INTO export_texts (export_id, part, position, name, content) VALUES (?, ?, ?, ?, ?)',
          texts.map(({ part, name, content }, position) => [id, part, position, name, content]),
        )
        return 'finished'
      })
    },

    async texts(id: string, part: number): Promise<TextRow[]> {
      const rows = await database.all(
        'SELECT name, content FROM export_texts WHERE export_id = ? AND part = ? ORDER BY position',
        ...[id, part],
      )
      return rows.map(({ name, content }) => ({
        part,
        name: String(name),
        content: content instanceof Uint8Array ? content : new Uint8Array(),
      }))
    },

    /** Returns whether a part has texts, without reading them. */
    hasTexts: async (id: string, part: number): Promise<boolean> =>
      (await database.get(
        'SELECT 1 AS one FROM export_texts WHERE export_id = ? AND part = ? LIMIT 1',
        id,
        part,
      )) !== undefined,

    /** Expires exports whose time for downloads is over, and deletes those that are old enough to forget. */
    async tidy({ readySince, createdSince }: { readySince: string; createdSince: string }): Promise<void> {
      await database.transaction(async within => {
        await within.run(
          "UPDATE exports SET state = 'expired' WHERE state = 'ready' AND ended_at < ?",
          readySince,
        )
        await within.run(
          `DELETE FROM export_texts WHERE export_id IN
             (SELECT id FROM exports WHERE state IN ('expired', 'cancelled', 'failed'))`,
        )
        // An export that has been paused this long waits for a user who does not return.
        const old = await within.all(
          `SELECT id FROM exports AS old WHERE state <> 'preparing' AND created_at < ? AND NOT ${IS_BASE} ORDER BY created_at, id`,
          createdSince,
        )
        await forget(
          within,
          old.map(({ id }) => String(id)),
        )
      })
    },
  }
}
