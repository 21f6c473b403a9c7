import 'server-only'
import { z } from 'zod'
import { readEach } from '#lib/read-each.ts'
import type { Statements, Value } from './engine.ts'

/**
 * One table of a database, described by the schema of its rows. Objects, lists and booleans are written as JSON and as
 * numbers; their schemas read them back (`json`, `flag`). A statement contains only columns of the schema, whatever
 * else an object has, and values are bound. `rest` follows the table's name: WHERE, ORDER BY, LIMIT. `besides` names
 * columns that are not read, such as the id of the parent. In a transaction, use `on(within)`.
 */
export function openTable<Schema extends z.ZodObject, Besides extends string = never>(
  database: Statements,
  name: string,
  { row: schema, besides = [] }: { row: Schema; besides?: readonly Besides[] },
) {
  type Row = z.output<Schema>
  const read = Object.keys(schema.shape)
  const columns = new Set([...read, ...besides])
  const select = `SELECT ${read.join(', ')} FROM ${name}`

  function column(of: string): string {
    if (!columns.has(of)) throw new Error(`${name} has no column ${of}.`)
    return of
  }

  const on = (at: Statements) => ({
    async list(rest: string, ...values: Value[]): Promise<Row[]> {
      const rows = await at.all(`${select} ${rest}`, ...values)
      return rows.map(row => schema.parse(row))
    },

    /** Lists the rows that can be read, and logs the others. For lists whose rows are independent. */
    async listReadable(rest: string, ...values: Value[]): Promise<Row[]> {
      return readEach(name, await at.all(`${select} ${rest}`, ...values), row => schema.parse(row))
    },

    async find(rest: string, ...values: Value[]): Promise<Row | null> {
      const row = await at.get(`${select} ${rest}`, ...values)
      return row ? schema.parse(row) : null
    },

    async count(rest: string, ...values: Value[]): Promise<number> {
      return Number((await at.get(`SELECT count(*) AS n FROM ${name} ${rest}`, ...values))?.n)
    },

    /** All rows have the columns of the first one. Resolves to the number of inserted rows. */
    async insert(rows: readonly (Row & Record<Besides, Value>)[], rest = ''): Promise<number> {
      const names = Object.keys(rows[0] ?? {}).map(column)
      if (names.length === 0) return 0
      const places = names.map(() => '?').join(', ')
      const sql = `INSERT INTO ${name} (${names.join(', ')}) VALUES (${places}) ${rest}`
      const lists = rows.map((row: Record<string, unknown>) => names.map(of => toColumn(row[of])))
      return lists[0] && lists.length === 1 ? at.run(sql, ...lists[0]) : at.each(sql, lists)
    },

    /** Leaves undefined fields unchanged. Resolves to the number of changed rows. */
    async update(changes: Partial<Row>, rest: string, ...values: Value[]): Promise<number> {
      const changed = Object.entries(changes).filter(([, value]) => value !== undefined)
      if (changed.length === 0) return 0
      const sets = changed.map(([of]) => `${column(of)} = ?`).join(', ')
      return at.run(
        `UPDATE ${name} SET ${sets} ${rest}`,
        ...changed.map(([, value]) => toColumn(value)),
        ...values,
      )
    },

    /** Resolves to the number of removed rows. */
    async remove(rest: string, ...values: Value[]): Promise<number> {
      return at.run(`DELETE FROM ${name} ${rest}`, ...values)
    },
  })

  return { ...on(database), on }
}

/** A column that holds JSON. */
export function json<Schema extends z.core.$ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
}

/** A column that holds a boolean. */
export const flag = z.number().transform(Boolean)

/**
 * Returns a placeholder per value: `state IN ${placesFor(states)}`. PostgreSQL has no empty list; `(NULL)` matches
 * nothing.
 */
export function placesFor(values: readonly unknown[]): string {
  return values.length === 0 ? '(NULL)' : `(${values.map(() => '?').join(', ')})`
}

/** Null and undefined become NULL, not JSON. */
function toColumn(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  return JSON.stringify(value)
}
