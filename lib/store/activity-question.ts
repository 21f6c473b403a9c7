import 'server-only'
import { fold } from './engine.ts'

/** What is done to many people one by one, with the same `bulk` in each entry. */
export const IN_BULK =
  "action IN ('employee_changed', 'employee_deleted') AND details ->> '$.bulk.id' IS NOT NULL"

/** What is asked of the log; moments are ISO 8601 in UTC, `from` is included and `before` is not. */
export type ActivityQuestion = {
  actor?: string | undefined
  actions?: readonly string[] | undefined
  employee?: number | undefined
  /** Entries that concern anybody of these people; nobody of none. */
  employees?: readonly number[] | undefined
  /** What was done to each person in one change to many. */
  bulk?: string | undefined
  /** Of a change to many, only the newest entry that is asked for. */
  together?: boolean | undefined
  project?: number | undefined
  from?: string | undefined
  before?: string | undefined
}

/** Only fixed texts get into the SQL; what people ask for is bound. */
export function toCondition(
  question: ActivityQuestion,
  actorEmail: string,
): { where: string; values: (string | number)[] } {
  const { actor, actions, employee, employees, bulk, together, project, from, before } = question
  const parts: [sql: string, values: (string | number)[]][] = [['TRUE', []]]
  if (actor !== undefined) parts.push([`${actorEmail} = ?`, [fold(actor)]])
  if (actions) parts.push([`action IN (${actions.map(() => '?').join(', ')})`, [...actions]])
  if (project !== undefined) parts.push(['project = ?', [project]])
  if (from !== undefined) parts.push(['at >= ?', [from]])
  if (before !== undefined) parts.push(['at < ?', [before]])
  if (employee !== undefined)
    parts.push(['id IN (SELECT activity_id FROM activity_people WHERE employee_id = ?)', [employee]])
  if (employees !== undefined)
    parts.push([
      'id IN (SELECT activity_id FROM activity_people WHERE employee_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)))',
      [JSON.stringify(employees)],
    ])
  if (bulk !== undefined) parts.push([`${IN_BULK} AND details ->> '$.bulk.id' = ?`, [bulk]])
  if (together) {
    const asked = parts.map(([sql]) => sql).join(' AND ')
    const newest = `SELECT max(id) FROM activity WHERE ${asked} AND ${IN_BULK} GROUP BY details ->> '$.bulk.id', action`
    parts.push([`(NOT (${IN_BULK}) OR id IN (${newest}))`, parts.flatMap(([, values]) => values)])
  }
  return { where: parts.map(([sql]) => sql).join(' AND '), values: parts.flatMap(([, values]) => values) }
}
