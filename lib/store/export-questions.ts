import 'server-only'
import { type Database, fold, type Value } from './engine.ts'
import { type ExportRow, exportRow } from './export-rows.ts'
import {
  type GivenBefore,
  type GivenPhoto,
  listGiven,
  listInUse,
  toGivenPhoto,
  toLatest,
} from './given-photos.ts'
import { openTable } from './table.ts'

export type ExportPage = { rows: ExportRow[]; total: number }

export type ExportQuestion = {
  ownerId: string | null
  project?: number | undefined
  /** Email of the account that started it. */
  person?: string | undefined
  target?: string | undefined
  state?: ExportRow['state'] | undefined
}

/** `photos`: the `edited_at` of each employee's photo, by employee id. */
export type Delivered = { target: string; since: string; photos: Map<number, string> }

export type ExportChoices = { people: string[]; projects: { id: number; name: string }[]; targets: string[] }

/** The read-only queries of the store of exports. */
type ExportQuestions = {
  /** Exports, newest first, of one owner or of all accounts, that match the question. */
  list(question: ExportQuestion, range: { limit: number; offset: number }): Promise<ExportPage>
  /** The values to filter by, in alphabetical order. */
  choices(ownerId: string | null): Promise<ExportChoices>
  /**
   * Photos that each receiving system got last, in fully downloaded archives, deleted downloads included. The system
   * that got photos last comes first. `ownerId`: of this account's exports only.
   */
  delivered(projectId: number, ownerId: string | null): Promise<Delivered[]>
  /** Exports in progress, or ready and not yet downloaded, newest first. `ownerId`: of this account's exports only. */
  begun(projectId: number, ownerId: string | null): Promise<ExportRow[]>
  /**
   * Photos, with their files, that the system of an export had in this variant after that export. Includes all earlier
   * downloads of the project by its owner for the same system, because an export of what is new holds only that.
   * Exports that were never downloaded, this one included, have reached no system.
   */
  givenUntil(id: string, variant: string): Promise<Map<number, GivenPhoto>>
  /**
   * Files that the system of an export got in downloads deleted since, when this export names them differently: one
   * file per row.
   */
  givenBefore(id: string): Promise<GivenBefore[]>
}

export function exportQuestions(database: Database): ExportQuestions {
  const exports = openTable(database, 'exports', { row: exportRow })
  // Only on SQLite an email column does not compare without case by itself.
  const byEmail = (column: string) =>
    database.engine === 'sqlite' ? `${column} COLLATE NOCASE` : `lower(${column})`

  return {
    async list({ ownerId, project, person, target, state }, { limit, offset }) {
      const { where, values } = toCondition([
        ['owner_id = ?', ownerId],
        ['project_id = ?', project],
        [`${byEmail('owner_email')} = ?`, person === undefined ? person : fold(person)],
        ["request ->> 'target' = ?", target],
        ['state = ?', state],
      ])
      return {
        rows: await exports.listReadable(
          `${where} ORDER BY created_at DESC, id LIMIT ? OFFSET ?`,
          ...values,
          limit,
          offset,
        ),
        total: await exports.count(where, ...values),
      }
    },

    async choices(ownerId) {
      const { where, values } = toCondition([['owner_id = ?', ownerId]])
      const email = byEmail('owner_email')
      const people = await database.all(
        `SELECT min(owner_email) AS email FROM exports ${where} GROUP BY ${email} ORDER BY ${email}`,
        ...values,
      )
      // A project has its most recent name.
      const projects = await database.all(
        `SELECT id, name FROM (
           SELECT project_id AS id, project ->> 'name' AS name,
             row_number() OVER (PARTITION BY project_id ORDER BY created_at DESC, id) AS age FROM exports ${where}
         ) AS named WHERE age = 1 ORDER BY name, id`,
        ...values,
      )
      const targets = await database.all(
        `SELECT DISTINCT request ->> 'target' AS target FROM exports ${where} ORDER BY 1`,
        ...values,
      )
      return {
        people: people.map(({ email }) => String(email)),
        projects: projects.map(({ id, name }) => ({ id: Number(id), name: String(name) })),
        targets: targets.map(({ target }) => String(target)),
      }
    },

    async delivered(projectId, ownerId) {
      const rows = await listInUse(database, {
        where: 'x.project_id = $projectId AND x.owner_id = coalesce($ownerId, x.owner_id)',
        values: { projectId, ownerId },
      })
      const systems = new Map<string, Delivered>()
      for (const { target, created_at, employee_id, edited_at } of rows) {
        const of = String(target)
        const system = systems.get(of) ?? { target: of, since: String(created_at), photos: new Map() }
        systems.set(of, system)
        // Rows come newest first, so the first one counts.
        if (!system.photos.has(Number(employee_id))) system.photos.set(Number(employee_id), String(edited_at))
      }
      return [...systems.values()]
    },

    async begun(projectId, ownerId) {
      const { where, values } = toCondition([
        ['project_id = ?', projectId],
        ['owner_id = ?', ownerId],
      ])
      const isOpen = "(state IN ('preparing', 'paused') OR (state = 'ready' AND downloaded_at IS NULL))"
      return exports.listReadable(`${where} AND ${isOpen} ORDER BY created_at DESC, id`, ...values)
    },

    async givenUntil(id, variant) {
      const files = await listGiven(database, {
        from: `exports AS this JOIN exports AS x ON x.project_id = this.project_id AND x.owner_id = this.owner_id
           AND x.request ->> 'target' = this.request ->> 'target' AND (x.id = this.id OR x.created_at < this.created_at)`,
        where: "this.id = $id AND x.request ->> 'variant' = $variant",
        values: { id, variant },
      })
      const latest = toLatest(files.filter(({ is_out }) => !is_out))
      return new Map([...latest].map(([employeeId, given]) => [employeeId, toGivenPhoto(given)]))
    },

    givenBefore: async id =>
      (await listGiven(database, { where: 'x.id = $id', values: { id } })).filter(({ is_own }) => !is_own),
  }
}

/** Builds `WHERE` from those conditions that have a value. */
function toCondition(wanted: [condition: string, value: Value | undefined][]): {
  where: string
  values: Value[]
} {
  const asked = wanted.filter((one): one is [string, Value] => one[1] !== undefined && one[1] !== null)
  return {
    where: `WHERE ${['TRUE', ...asked.map(([condition]) => condition)].join(' AND ')}`,
    values: asked.map(([, value]) => value),
  }
}
