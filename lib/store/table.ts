import 'server-only'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'

/**
 * One table of a database, by the schema of its rows. Objects, lists, yes and no are written as JSON and as numbers; their
 * schemas read them back (`json`, `flag`). Only columns get into a statement, whatever an object carries, and values are
 * bound. `rest` is what stands behind the table's name: WHERE, ORDER BY, LIMIT. `besides` names columns that no row is read
 * with, such as the one of what it belongs to.
 */
export function openTable<Schema extends z.ZodObject, Besides extends string = never>(
  database: DatabaseSync,
  name: string,
  { row: schema, besides = [] }: { row: Schema; besides?: readonly Besides[] },
) {
  type Row = z.output<Schema>
  const columns = new Set([...Object.keys(schema.shape), ...besides])
  const prepare = (sql: string) => prepareOnce(database, sql)

  function column(of: string): string {
    if (!columns.has(of)) throw new Error(`${name} has no column ${of}.`)
    return of
  }

  function list(rest: string, ...values: SQLInputValue[]): Row[] {
    const rows = prepare(`SELECT * FROM ${name} ${rest}`).all(...values)
    return rows.map(row => schema.parse(row))
  }

  return {
    list,
    find: (rest: string, ...values: SQLInputValue[]): Row | null => list(rest, ...values)[0] ?? null,

    count(rest: string, ...values: SQLInputValue[]): number {
      return Number(prepare(`SELECT count(*) AS n FROM ${name} ${rest}`).get(...values)?.n)
    },

    /** All of them have the columns of the first one. Returns how many were inserted. */
    insert(rows: readonly (Row & Record<Besides, SQLInputValue>)[], rest = ''): number {
      const names = Object.keys(rows[0] ?? {}).map(column)
      if (names.length === 0) return 0
      const places = names.map(() => '?').join(', ')
      const insert = prepare(`INSERT INTO ${name} (${names.join(', ')}) VALUES (${places}) ${rest}`)
      return rows.reduce((sum, row) => {
        const values: Record<string, unknown> = row
        return sum + Number(insert.run(...names.map(of => toColumn(values[of]))).changes)
      }, 0)
    },

    /** What is undefined is left as it is. Returns how many rows were changed. */
    update(changes: Partial<Row>, rest: string, ...values: SQLInputValue[]): number {
      const changed = Object.entries(changes).filter(([, value]) => value !== undefined)
      if (changed.length === 0) return 0
      const sets = changed.map(([of]) => `${column(of)} = ?`).join(', ')
      const update = prepare(`UPDATE ${name} SET ${sets} ${rest}`)
      return Number(update.run(...changed.map(([, value]) => toColumn(value)), ...values).changes)
    },

    /** Returns how many rows were there. */
    remove(rest: string, ...values: SQLInputValue[]): number {
      return Number(prepare(`DELETE FROM ${name} ${rest}`).run(...values).changes)
    },
  }
}

/** Of each database, as long as it is open. */
const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>()
/** A list of values makes a statement for each of its lengths: the ones that were longest not used go. */
const STATEMENTS_MAX = 200

/** Stores are opened for each request. Understanding a statement takes SQLite longer than answering it. */
function prepareOnce(database: DatabaseSync, sql: string): StatementSync {
  const prepared = statements.get(database) ?? new Map<string, StatementSync>()
  statements.set(database, prepared)
  const statement = prepared.get(sql) ?? database.prepare(sql)
  prepared.delete(sql)
  prepared.set(sql, statement)
  const [oldest] = prepared.keys()
  if (prepared.size > STATEMENTS_MAX && oldest !== undefined) prepared.delete(oldest)
  return statement
}

/** A column that holds JSON. */
export function json<Schema extends z.core.$ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
}

/** A column that holds yes or no. */
export const flag = z.number().transform(Boolean)

/** As many places as there are values: `state IN ${placesFor(states)}`. */
export function placesFor(values: readonly unknown[]): string {
  return `(${values.map(() => '?').join(', ')})`
}

/** Nothing is no JSON: its column is empty. */
function toColumn(value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  return JSON.stringify(value)
}
