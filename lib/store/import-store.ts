import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import type { Database, Statements } from './engine.ts'
import { ROW_OUTCOMES } from './enums.ts'
import { type ImportRecord, type ImportRowRecord, importRecord, importRowRecord } from './import-rows.ts'
import { createImportTaskStore } from './import-task-store.ts'
import { jobStates, RECENT_JOBS } from './job-states.ts'
import { openTable, placesFor } from './table.ts'

type NewRow = Pick<ImportRowRecord, 'row' | 'cells' | 'excluded'> & {
  values: ImportRowRecord['given']
  chosen_change?: string | null | undefined
}
/**
 * Number of rows per outcome. `open`: none yet; `faulty`: not sent because of their problems; `left`: may still be
 * sent. Excluded rows are in neither of the last two.
 */
type ImportCounts = Record<'rows' | 'open' | 'faulty' | 'left' | (typeof ROW_OUTCOMES)[number], number>
type RowEdit = Pick<ImportRowRecord, 'row' | 'given' | 'excluded' | 'chosen_change'>

type ImportRoom = {
  drafts: number
  bytes: number
  replaces?: string | undefined
  /**
   * Last change of the draft that it replaces, as far as its user has seen; without it, the draft must be unchanged
   * since its creation.
   */
  touchedAt?: string | undefined
}
type EditRules = { onlyIn: ImportRecord['state'][]; bytes: number }

export function getImportStore() {
  return createImportStore(getDatabase())
}

/** Imports and their rows. Asynchronous, so that a database server can replace the embedded one. */
export function createImportStore(database: Database) {
  const imports = openTable(database, 'imports', { row: importRecord, besides: ['bytes'] })
  const lines = openTable(database, 'import_rows', { row: importRowRecord })

  /**
   * Deletes the oldest finished lists of an account. Keeps them while another import writes into the same project,
   * which needs their created employees (`isClaimed`). False when that does not free enough space.
   */
  async function makeRoom(
    at: Statements,
    { ownerId, more, max, except = '' }: { ownerId: string; more: number; max: number; except?: string },
  ): Promise<boolean> {
    const found = await at.get('SELECT coalesce(sum(bytes), 0) AS n FROM imports WHERE owner_id = ?', ownerId)
    let over = Number(found?.n ?? 0) + more - max
    if (over <= 0) return true
    const settled = await at.all(
      `SELECT id, bytes FROM imports WHERE owner_id = ? AND id <> ? AND state IN ('done', 'cancelled', 'failed')
         AND NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id
           AND excluded = 0
           AND (outcome IS NULL OR outcome IN ('waiting', 'refused', 'unknown')
                OR (outcome = 'not_sent' AND imports.state <> 'done')))
         AND NOT EXISTS (SELECT 1 FROM imports AS other
           WHERE other.project_id = imports.project_id AND other.state IN ('sending', 'paused'))
       ORDER BY touched_at, id`,
      ownerId,
      except,
    )
    const leaving: string[] = []
    for (const { id, bytes } of settled) {
      if (over <= 0) break
      leaving.push(String(id))
      over -= Number(bytes)
    }
    if (over > 0) return false
    for (const id of leaving) await imports.on(at).remove('WHERE id = ?', id)
    return true
  }

  return {
    ...jobStates(database, 'imports', { working: 'sending' }),
    ...createImportTaskStore(database),

    /**
     * Stores a list within the quota of its owner; it may replace a draft that was not touched since. The oldest
     * finished lists of the owner make room. `drafts`: too many drafts; `bytes`: too large. Then nothing changes.
     */
    async create(record: ImportRecord, rows: NewRow[], room: ImportRoom): Promise<'drafts' | 'bytes' | null> {
      const written = rows.map(row => [JSON.stringify(row.cells), JSON.stringify(row.values)] as const)
      const bytes = [JSON.stringify(record.columns), ...written.flat()].reduce(
        (sum, text) => sum + Buffer.byteLength(text),
        0,
      )
      return database.transaction(async within => {
        const here = imports.on(within)
        const replaced = await within.get(
          `SELECT id, bytes FROM imports
           WHERE id = ? AND owner_id = ? AND state = 'draft' AND touched_at = coalesce(?, created_at)`,
          room.replaces ?? '',
          record.owner_id,
          room.touchedAt ?? null,
        )
        const drafts = await here.count("WHERE owner_id = ? AND state = 'draft'", record.owner_id)
        if (drafts - (replaced ? 1 : 0) >= room.drafts) return 'drafts'
        const more = bytes - Number(replaced?.bytes ?? 0)
        if (!(await makeRoom(within, { ownerId: record.owner_id, more, max: room.bytes }))) return 'bytes'
        if (replaced) await here.remove('WHERE id = ?', String(replaced.id))
        await here.insert([{ ...record, bytes }])
        await within.each(
          'INSERT INTO import_rows (import_id, row, cells, given, excluded, chosen_change) VALUES (?, ?, ?, ?, ?, ?)',
          rows.map(({ row, excluded, chosen_change = null }, index) => {
            const [cells = '', given = ''] = written[index] ?? []
            return [record.id, row, cells, given, Number(excluded), chosen_change]
          }),
        )
        return null
      })
    },

    oldestDraft: async (ownerId: string): Promise<ImportRecord | null> =>
      imports.find("WHERE owner_id = ? AND state = 'draft' ORDER BY touched_at, id LIMIT 1", ownerId),

    find: async (id: string): Promise<ImportRecord | null> => imports.find('WHERE id = ?', id),

    /** Returns the imports of a project, newest first. */
    list: async (projectId: number): Promise<ImportRecord[]> =>
      imports.listReadable('WHERE project_id = ? ORDER BY created_at DESC, id', projectId),

    /** Returns the unfinished imports of an account, and those that ended after `since`. */
    listRecent: async (ownerId: string, since: string): Promise<ImportRecord[]> =>
      imports.listReadable(RECENT_JOBS, ownerId, since),

    /** Returns imports that are being sent or paused, and those that stopped with rows in flight; oldest first. */
    listUnfinished: async (): Promise<ImportRecord[]> =>
      imports.listReadable(
        `WHERE state IN ('sending', 'paused')
           OR EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id AND in_flight = 1)
         ORDER BY created_at, id`,
      ),

    /** Returns all rows, or only those with these numbers. */
    rows: async (id: string, only?: number[]): Promise<ImportRowRecord[]> =>
      only
        ? lines.list(
            'WHERE import_id = ? AND row IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY row',
            id,
            JSON.stringify(only),
          )
        : lines.list('WHERE import_id = ? ORDER BY row', id),

    async counts(id: string): Promise<ImportCounts> {
      const rows = await database.all(
        `SELECT outcome, count(*) AS n, count(CASE WHEN excluded = 0 AND problems <> '[]' THEN 1 END) AS faulty,
           count(CASE WHEN excluded = 0 AND (outcome IS NULL OR outcome IN ('refused', 'unknown') OR
             (outcome = 'not_sent' AND (problems <> '[]' OR imports.state <> 'done'))) THEN 1 END) AS still
         FROM import_rows JOIN imports ON imports.id = import_id WHERE import_id = ? GROUP BY outcome`,
        id,
      )
      return toCounts(rows)
    },

    /** Returns whether the import was in one of these states; otherwise nothing changes. */
    update: async (
      id: string,
      changes: Partial<ImportRecord>,
      onlyIn: ImportRecord['state'][],
    ): Promise<boolean> =>
      (await imports.update(changes, `WHERE id = ? AND state IN ${placesFor(onlyIn)}`, id, ...onlyIn)) > 0,

    /**
     * Saves edited rows. Rows with other values are open again, and so are rows that were only excluded and are
     * included now. Nothing is written in another state, or when they need too many `bytes`.
     */
    async edit(
      { id, owner_id }: ImportRecord,
      edits: RowEdit[],
      { onlyIn, bytes }: EditRules,
    ): Promise<'edited' | 'state' | 'bytes'> {
      return database.transaction(async within => {
        const now = await within.get('SELECT state FROM imports WHERE id = ?', id)
        if (!onlyIn.some(state => state === now?.state)) return 'state'
        const texts = new Map(edits.map(({ row, given }) => [row, JSON.stringify(given)]))
        const more = [...texts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
        const found = await within.get(
          `SELECT sum(octet_length(given)) AS n FROM import_rows
           WHERE import_id = ? AND row IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`,
          id,
          JSON.stringify([...texts.keys()]),
        )
        const grown = more - Number(found?.n ?? 0)
        const isRoom =
          grown <= 0 || (await makeRoom(within, { ownerId: owner_id, more: grown, max: bytes, except: id }))
        if (!isRoom) return 'bytes'
        const touchedAt = new Date().toISOString()
        await within.run(
          'UPDATE imports SET bytes = bytes + ?, touched_at = ? WHERE id = ?',
          ...[grown, touchedAt, id],
        )
        await within.each(
          `UPDATE import_rows SET given = ?, excluded = ?, chosen_change = ?, problems = CASE WHEN given <> ? THEN '[]' ELSE problems END,
             outcome = CASE WHEN given <> ? OR (excluded > ? AND outcome = 'not_sent' AND problems = '[]') THEN NULL
               ELSE outcome END
           WHERE import_id = ? AND row = ?`,
          edits.map(({ row, given, excluded, chosen_change }) => {
            const [values, left] = [JSON.stringify(given), Number(excluded)]
            return [values, left, chosen_change, values, values, left, id, row]
          }),
        )
        return 'edited'
      })
    },

    /** Deletes a draft. False for any other import: what was sent keeps its record. */
    removeDraft: async (id: string): Promise<boolean> =>
      (await imports.remove("WHERE id = ? AND state = 'draft'", id)) > 0,

    /** Deletes imports that were last touched before this moment, and returns how many. */
    sweep: async (before: string): Promise<number> =>
      imports.remove("WHERE state <> 'sending' AND touched_at < ?", before),
  }
}

const countRow = z.object({
  outcome: z.enum(ROW_OUTCOMES).nullable(),
  ...{ n: z.number(), faulty: z.number(), still: z.number() },
})

function toCounts(rows: unknown[]): ImportCounts {
  const byOutcome = Object.fromEntries(ROW_OUTCOMES.map(outcome => [outcome, 0]))
  const counts = { rows: 0, open: 0, faulty: 0, left: 0, ...byOutcome } as ImportCounts
  for (const { outcome, n, faulty, still } of rows.map(row => countRow.parse(row))) {
    counts.rows += n
    counts.left += still
    counts[outcome ?? 'open'] += n
    if (outcome === 'not_sent') counts.faulty = faulty
  }
  return counts
}
