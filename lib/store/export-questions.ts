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
  /** E-mail of who started it. */
  person?: string | undefined
  target?: string | undefined
  state?: ExportRow['state'] | undefined
}

/** `photos`: the `edited_at` of each person's photo, by the person's id. */
export type Delivered = { target: string; since: string; photos: Map<number, string> }

export type ExportChoices = { people: string[]; projects: { id: number; name: string }[]; targets: string[] }

/** The part of the store of exports that only asks. */
type ExportQuestions = {
  /** Newest first; of one owner or of everybody, and of those what else is asked for. */
  list(question: ExportQuestion, range: { limit: number; offset: number }): Promise<ExportPage>
  /** What there is to ask for, in alphabetical order. */
  choices(ownerId: string | null): Promise<ExportChoices>
  /**
   * Which photo of whom each receiving system has got last, in archives that have gone out to their end, those of downloads that are
   * forgotten by now among them; the system that got photos last comes first. `ownerId`: of this account's exports only.
   */
  delivered(projectId: number, ownerId: string | null): Promise<Delivered[]>
  /** Under way, or ready and not yet taken; the newest first. `ownerId`: of this account's exports only. */
  begun(projectId: number, ownerId: string | null): Promise<ExportRow[]>
  /**
   * Which photo of whom the system of an export had after it in this variant, and as which files: of what its owner had
   * downloaded of the project for the same system until then, because an export of what is new holds only that. What nobody
   * has downloaded has reached no system, this one neither.
   */
  givenUntil(id: string, variant: string): Promise<Map<number, GivenPhoto>>
  /**
   * What the system of an export had got in downloads that are forgotten by now, and under which other names in this one: one file
   * a row.
   */
  givenBefore(id: string): Promise<GivenBefore[]>
}

export function exportQuestions(database: Database): ExportQuestions {
  const exports = openTable(database, 'exports', { row: exportRow })
  // SQLite's column is the only one of an e-mail that does not say so itself.
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
      // A project is called what it was called last.
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
        // The newest comes first.
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

/** `WHERE` of those conditions of which a value is asked for. */
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
