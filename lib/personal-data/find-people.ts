import 'server-only'
import { getDatabase } from '#lib/store/database.ts'
import { fold, type Row } from '#lib/store/engine.ts'
import type { Person } from './person.ts'

/** Rows that identify a person: id (null in lists that were not sent), project, e-mail, number and name. */
export const WORDS = `
  SELECT e.employee_id AS id, x.project_id AS project, e.employee ->> '$.email' AS email,
    e.employee ->> '$.mitarbeiternummer' AS number,
    trim((e.employee ->> '$.first_name') || ' ' || (e.employee ->> '$.last_name')) AS name
  FROM export_entries AS e JOIN exports AS x ON x.id = e.export_id
  UNION SELECT CAST(p.value ->> 'employee_id' AS BIGINT), x.project_id, NULL, p.value ->> 'mitarbeiternummer', p.value ->> 'name'
  FROM exports AS x, json_each(x.problems) AS p
  UNION SELECT CAST(p.value ->> 'employee_id' AS BIGINT), x.project_id, NULL, p.value ->> 'mitarbeiternummer', p.value ->> 'name'
  FROM exports AS x, json_each(x.waiting) AS p
  UNION SELECT r.employee_id, i.project_id, trim(r.given ->> '$.email'),
    coalesce(r.mitarbeiternummer, trim(r.given ->> '$.mitarbeiternummer')),
    trim((r.given ->> '$.first_name') || ' ' || (r.given ->> '$.last_name'))
  FROM import_rows AS r JOIN imports AS i ON i.id = r.import_id
  UNION SELECT p.employee_id, b.project_id, NULL, p.mitarbeiternummer, p.name
  FROM batch_people AS p JOIN batches AS b ON b.id = p.batch_id
  UNION SELECT p.employee_id, d.project_id, nullif(p.person ->> '$.email', ''), nullif(p.person ->> '$.mitarbeiternummer', ''),
    trim((p.person ->> '$.first_name') || ' ' || (p.person ->> '$.last_name'))
  FROM delivery_places AS p JOIN deliveries AS d ON d.id = p.delivery_id
  UNION SELECT i.employee_id, d.project_id, nullif(i.person ->> '$.email', ''), nullif(i.person ->> '$.mitarbeiternummer', ''),
    trim((i.person ->> '$.first_name') || ' ' || (i.person ->> '$.last_name'))
  FROM delivery_items AS i JOIN delivery_runs AS r ON r.id = i.run_id JOIN deliveries AS d ON d.id = r.delivery_id
  UNION SELECT employee, project, NULL, details ->> '$.person.mitarbeiternummer', details ->> '$.person.name'
  FROM activity WHERE employee IS NOT NULL
  UNION SELECT a.employee, a.project, CASE WHEN c.value ->> 'field' = 'email' THEN v.value END,
    CASE WHEN c.value ->> 'field' = 'mitarbeiternummer' THEN v.value END, NULL
  FROM activity AS a, json_each(a.details, '$.changes') AS c, json_each(c.value) AS v
  WHERE a.employee IS NOT NULL AND v.key IN ('old', 'new') AND c.value ->> 'field' IN ('email', 'mitarbeiternummer')
  UNION SELECT p.employee_id, a.project, NULL, c.value ->> 'mitarbeiternummer', c.value ->> 'name'
  FROM activity AS a JOIN activity_people AS p ON p.activity_id = a.id, json_each(a.details, '$.people') AS c
  WHERE json_array_length(a.details, '$.people') = 1`

/** The value that identifies a person in a request: an e-mail, an employee number, or the id at the service. */
export type Wanted = { id: number } | { email: string } | { number: string }

/** Finds every person with this value, each with all names, e-mails and numbers that the desk has. */
export async function findPeople(wanted: Wanted): Promise<Person[]> {
  if ('id' in wanted) return [await describe(wanted.id)]
  const [column, word] = 'email' in wanted ? ['email', wanted.email] : ['number', wanted.number]
  const found = await getDatabase().all(
    `SELECT DISTINCT id, project FROM (${WORDS}) AS words WHERE lower(${column}) = ? ORDER BY id, project`,
    fold(word.trim()),
  )
  const rows = found.map(({ id, project }) => ({ id: toNumber(id), project: toNumber(project) }))
  const ids = [...new Set(rows.flatMap(({ id }) => id ?? []))]
  const known = await Promise.all(ids.map(id => describe(id)))
  const projects = new Set(known.map(({ project_id }) => project_id))
  // People who are only in an unsent list, in a project where no known person has this value.
  const listed = rows.filter(({ id, project }) => id === null && !projects.has(project))
  const asked = { emails: column === 'email' ? [word] : [], numbers: column === 'number' ? [word] : [] }
  return [
    ...known,
    ...listed.map(({ project }) => ({
      ...{ employee_id: null, project_id: project, names: [], ...asked, byWords: true },
    })),
  ]
}

/** Returns everything that identifies a person. Without `byWords`, rows without an id count as another person's. */
export async function describe(id: number, { byWords = true } = {}): Promise<Person> {
  const rows = await getDatabase().all(`SELECT * FROM (${WORDS}) AS words WHERE id = ?`, id)
  return toPerson(id, rows, byWords)
}

/** Describes several deleted people, by rows with their id only. Searches the database once. */
export async function describeGone(ids: readonly number[]): Promise<Person[]> {
  const rows = await getDatabase().all(
    `SELECT * FROM (${WORDS}) AS words WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`,
    JSON.stringify(ids),
  )
  const of = Map.groupBy(rows, row => Number(row.id))
  return ids.map(id => toPerson(id, of.get(id) ?? [], false))
}

function toPerson(id: number, rows: readonly Row[], byWords: boolean): Person {
  const words = (column: string) => [
    ...new Set(rows.flatMap(row => (row[column] ? [String(row[column])] : []))),
  ]
  const project = rows.find(row => row.project !== null)?.project
  return {
    employee_id: id,
    project_id: toNumber(project),
    names: words('name'),
    emails: words('email'),
    numbers: words('number'),
    byWords,
  }
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
