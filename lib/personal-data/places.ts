import 'server-only'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PHOTOS_WITHDRAWN } from '#lib/employees/employee-events.ts'
import { forgetPhotos, photoFolder } from '#lib/photo-store/photo-store.ts'
import { publishDeskEvent } from '#lib/ports/desk-events.ts'
import { getDatabase } from '#lib/store/database.ts'
import type { Row } from '#lib/store/engine.ts'
import { forgetInExports } from '#lib/store/forget-in-exports.ts'
import { DELIVERY_PLACES } from './in-deliveries.ts'
import { forgetActivity, showActivity } from './in-log.ts'
import { forgetExportSearches, listSearches } from './in-searches.ts'
import type { Person } from './person.ts'
import { change, type Place, select, toValues } from './place.ts'

/** Rows that are being sent must be kept until their result is known. */
const IS_SETTLED = "i.state <> 'sending' AND r.in_flight = 0"
const IS_THEIR_ROW = `r.employee_id = $id OR ($byWords AND (i.project_id = $project OR CAST($project AS BIGINT) IS NULL) AND r.employee_id IS NULL
  AND (lower(trim(r.given ->> '$.email')) IN (SELECT value FROM json_each($emails))
    OR trim(r.given ->> '$.mitarbeiternummer') IN (SELECT value FROM json_each($numbers))))`
const OF_EXPORT = 'FROM exports AS x JOIN export_entries AS e ON e.export_id = x.id WHERE e.employee_id = $id'

/**
 * All places that name employees. The others are in `WITHOUT_EMPLOYEES`; a test compares both with the database and the
 * folder.
 */
export const PLACES: readonly Place[] = [
  {
    name: 'photos',
    what: 'approved photos, thumbnails and previews; copies for a program of your own while it runs',
    until:
      '`PHOTO_STORE_DAYS` (3) unused, or the size limit; at once, with all keys, when the approval is withdrawn or the person is deleted',
    show: async ({ employee_id }) => (employee_id === null ? [] : listPhotos(employee_id)),
    async forget({ employee_id }) {
      if (employee_id === null) return 0
      const { length } = listPhotos(employee_id)
      await forgetPhotos([employee_id])
      await publishDeskEvent(PHOTOS_WITHDRAWN, { people: [employee_id] })
      return length - listPhotos(employee_id).length
    },
  },
  {
    name: 'exports',
    what: 'who made which download when, for which system; names and numbers of missing and unusual people',
    until:
      '`EXPORT_HISTORY_DAYS` (400); a deleted person leaves at once, a search for their name within `GONE_DAYS` (30)',
    show: async person => [
      ...(await select(
        `SELECT x.id AS export, x.created_at, p.value AS says FROM exports AS x, json_each(x.problems) AS p
         WHERE CAST(p.value ->> 'employee_id' AS BIGINT) = $id
         UNION ALL SELECT x.id, x.created_at, p.value FROM exports AS x, json_each(x.waiting) AS p
         WHERE CAST(p.value ->> 'employee_id' AS BIGINT) = $id`,
        person,
      )),
      ...(await listSearches('exports', person)).map(({ id, created_at, request }) => ({
        export: id,
        created_at,
        says: request,
      })),
    ],
    forget: forgetExportSearches,
  },
  {
    name: 'export_entries',
    what: 'whose photos are in a download: the record of then and the name of the file',
    until:
      '`EXPORT_HISTORY_DAYS` (400); the record at once when the approval is withdrawn or the person is deleted, the file name within `GONE_DAYS` (30), because somebody must remove it from the receiving system',
    show: person =>
      select(
        `SELECT x.id AS export, x.created_at, x.state, e.file_name, e.edited_at, e.given_file_name, e.given_edited_at, e.state AS photo, e.employee ${OF_EXPORT}`,
        person,
      ),
    async forget({ employee_id }) {
      return employee_id === null ? 0 : forgetInExports([employee_id], { why: 'not_found', entirely: true })
    },
  },
  {
    name: 'export_texts',
    what: 'reports, tables and scripts inside downloadable archives',
    until: '`EXPORT_DAYS` (30); at once when somebody in it is forgotten',
    show: person =>
      select(
        `SELECT DISTINCT t.export_id AS export, t.part, t.name AS file ${OF_EXPORT.replace(' WHERE', ' JOIN export_texts AS t ON t.export_id = x.id WHERE')}`,
        person,
      ),
    // The texts are deleted with the entries, in the same transaction.
    forget: async () => 0,
  },
  {
    name: 'given_before',
    what: 'which photo a system got, under which file name, in downloads deleted since',
    until:
      'as long as a later download for the system exists; the file name `GONE_DAYS` (30) after the person was deleted',
    show: person =>
      select(
        'SELECT export_id AS export, created_at, file_name, edited_at FROM given_before WHERE employee_id = $id',
        person,
      ),
    forget: person => change('DELETE FROM given_before WHERE employee_id = $id', person),
  },
  {
    name: 'import_rows',
    what: 'imported lists: all columns of the file, what became of each row',
    until:
      '`IMPORT_DAYS` (30) after the last change, or discarded, or displaced (`QUOTA_IMPORTS_MB`); rows of a deleted person within `GONE_DAYS` (30)',
    show: person =>
      select(
        `SELECT r.import_id AS import, i.file_name, i.created_at, i.state, r.row, r.cells, r.given, r.input, r.outcome,
           r.problems, r.mitarbeiternummer
         FROM import_rows AS r JOIN imports AS i ON i.id = r.import_id WHERE ${IS_THEIR_ROW}`,
        person,
      ),
    forget: forgetImportRows,
  },
  {
    name: 'batch_people',
    what: 'people of a change to many: name, number, result',
    until: '`BATCH_DAYS` (7) after the end; a deleted person within `GONE_DAYS` (30)',
    show: person =>
      select(
        `SELECT b.id AS batch, b.action, b.created_at, p.name, p.mitarbeiternummer, p.before, p.after, p.state
         FROM batch_people AS p JOIN batches AS b ON b.id = p.batch_id WHERE p.employee_id = $id`,
        person,
      ),
    forget: person =>
      change(
        "UPDATE batch_people SET name = '', mitarbeiternummer = '' WHERE employee_id = $id AND name <> ''",
        person,
      ),
  },
  ...DELIVERY_PLACES,
  {
    name: 'activity',
    what: 'who did what with whom: ids, names, old and new values',
    until:
      '`ACTIVITY_DAYS` (365); names and values of a deleted person within `GONE_DAYS` (30), the entry with the id stays',
    show: showActivity,
    forget: forgetActivity,
  },
  {
    name: 'activity_people',
    what: 'ids of the people whom a log entry concerns',
    until: 'as the entry',
    show: person => select('SELECT count(*) AS entries FROM activity_people WHERE employee_id = $id', person),
    forget: async () => 0,
  },
  {
    name: 'activity_intents',
    what: 'a change under way to the service',
    until: 'seconds; after a stop it is logged at the next start',
    show: person =>
      select(
        `SELECT at, entry FROM activity_intents WHERE CAST(entry ->> '$.employee' AS BIGINT) = $id`,
        person,
      ),
    forget: forgetIntents,
  },
  {
    name: 'gone_people',
    what: 'ids of people deleted at the service, and since when',
    until: '`GONE_DAYS` (30)',
    show: person => select('SELECT gone_at FROM gone_people WHERE employee_id = $id', person),
    // The mark stays while a row of the person is being sent. The next sweep tries again.
    forget: person =>
      change(
        `DELETE FROM gone_people WHERE employee_id = $id AND NOT EXISTS (SELECT 1 FROM import_rows AS r
           JOIN imports AS i ON i.id = r.import_id WHERE r.employee_id = $id AND NOT (${IS_SETTLED}))`,
        person,
      ),
  },
  {
    name: 'backups',
    what: 'copies of the whole database made by an upgrade, a restore (`desk.sqlite.before-restore-…`) or the move to PostgreSQL (`desk.sqlite`)',
    until: '`GONE_DAYS` (30), at least one day; `npm run person` does not change them',
    show: async () => [],
    forget: async () => 0,
  },
  {
    name: 'desk_news',
    what: 'with PostgreSQL: a changed record for the other desks; ids of people whose photos must leave every disk',
    until: 'ten minutes; the ids 400 days',
    show: async ({ employee_id }) =>
      (await selectNews(employee_id)).map(({ id, said_at }) => ({ message: id, said_at })),
    async forget({ employee_id }) {
      const found = await selectNews(employee_id)
      for (const { id } of found) await getDatabase().run('DELETE FROM desk_news WHERE id = ?', Number(id))
      return found.length
    },
  },
]

/** Reads messages between desks that share a server; SQLite has no such table. */
async function selectNews(employeeId: number | null): Promise<Row[]> {
  if (employeeId === null || getDatabase().engine === 'sqlite') return []
  return getDatabase().all(
    'SELECT id, said_at, news FROM desk_news WHERE NOT kept AND news ~ ?',
    aboutThem(employeeId),
  )
}

/** Pattern of messages with the person's record: records begin with their id. */
function aboutThem(employeeId: number): string {
  return `"id":${employeeId}[,}]`
}

/** Tables, and files in `DATA_DIR`, that name no employee, with the reason. */
export const WITHOUT_EMPLOYEES: Record<string, string> = {
  accounts: 'users of the desk',
  sessions: 'users of the desk',
  one_time_tokens: 'users of the desk',
  job_starts: 'ids of jobs',
  delivery_claims: 'folders of deliveries',
  service_bond: 'the address of the service, ids and numbers of projects',
  throttle: 'hashes of tries to sign in',
  desk_connection: 'the sealed key',
  activity_retention: 'one date',
  imports: 'the list as a whole; its rows are import_rows',
  batches: 'the change as a whole; its people are batch_people',
  delivery_runs: 'the run as a whole; its people are delivery_items',
  delivery_mails: 'mails about deliveries, without their text',
  calls: 'times of calls, by key',
  leases: 'which desk works on which job',
  call_ledgers: 'calls under way at all desks that share a server, by key, with ids of users',
  'desk.sqlite': 'the database: its tables are named one by one',
  'practice.sqlite': 'the same of practice mode, with made-up people',
  'practice-secret': 'a secret',
  delivered: 'what practice mode delivers, of made-up people',
  'desk.news': 'how far this desk has heard the others',
  'desk.lock': 'empty',
  'desk.owner.json': 'the process that runs',
}

function listPhotos(employeeId: number): { path: string; bytes: number; used_at: string }[] {
  const folder = photoFolder()
  const keys = list(folder).map(key => join(folder, key, String(employeeId)))
  return keys.flatMap(place =>
    list(place).flatMap(name => {
      const facts = statSync(join(place, name), { throwIfNoEntry: false })
      if (!facts) return []
      return [{ path: join(place, name), bytes: facts.size, used_at: facts.mtime.toISOString() }]
    }),
  )
}

/** Throws for a folder that cannot be read: it is not an empty one, and the caller must know. */
export function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Removes everything but the id from changes that are under way. */
async function forgetIntents(person: Person): Promise<number> {
  return getDatabase().transaction(async within => {
    const intents = await within.all(
      `SELECT id, entry FROM activity_intents
       WHERE CAST(entry ->> '$.employee' AS BIGINT) = $id AND entry ->> '$.details.person' IS NOT NULL`,
      toValues(person),
    )
    for (const { id, entry: text } of intents) {
      const entry: { details?: Record<string, unknown> } = JSON.parse(String(text))
      const { person: _, changes: __, ...details } = entry.details ?? {}
      const left = JSON.stringify({ ...entry, details })
      await within.run('UPDATE activity_intents SET entry = ? WHERE id = ?', left, String(id))
    }
    return intents.length
  })
}

function forgetImportRows(person: Person): Promise<number> {
  return getDatabase().transaction(async within => {
    const rows = await within.all(
      `SELECT r.import_id, r.row, octet_length(r.cells) + octet_length(r.given) AS bytes
       FROM import_rows AS r JOIN imports AS i ON i.id = r.import_id WHERE ${IS_SETTLED} AND (${IS_THEIR_ROW})`,
      toValues(person),
    )
    await within.each(
      'DELETE FROM import_rows WHERE import_id = ? AND row = ?',
      rows.map(({ import_id, row }) => [String(import_id), Number(row)]),
    )
    await within.each(
      'UPDATE imports SET bytes = bytes - ? WHERE id = ?',
      rows.map(({ import_id, bytes }) => [Number(bytes), String(import_id)]),
    )
    return rows.length
  })
}
