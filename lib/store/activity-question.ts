import 'server-only'
import { fold } from './engine.ts'

/** Changes to many employees, one by one, with the same `bulk` in each entry. */
export const IN_BULK =
  "action IN ('employee_changed', 'employee_deleted') AND details ->> '$.bulk.id' IS NOT NULL"

/** Filters of the log; times are ISO 8601 in UTC, `from` is included and `before` is not. */
export type ActivityQuestion = {
  actor?: string | undefined
  actions?: readonly string[] | undefined
  employee?: number | undefined
  /** Entries that concern any of these employees; an empty list matches none. */
  employees?: readonly number[] | undefined
  /** The entries of one change to many employees. */
  bulk?: string | undefined
  /** Only the newest matching entry of each change to many employees. */
  together?: boolean | undefined
  project?: number | undefined
  from?: string | undefined
  before?: string | undefined
}

/** Returns the condition. Its SQL contains fixed texts only; all values of users are bound. */
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
