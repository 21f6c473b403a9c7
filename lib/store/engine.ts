import 'server-only'

/** What is bound to a place of a statement. */
export type Value = string | number | null | Uint8Array
/** In the order of the places `?`, or one object by the names of the places `$name`; it may hold more than the statement names. */
export type Values = Value[] | [Readonly<Record<string, Value>>]
/** A row as the engine gives it: numbers, texts, bytes and null, with yes and no as 1 and 0. */
export type Row = Record<string, unknown>

/**
 * What can be asked of a database, on either engine. Statements are in the words that SQLite and PostgreSQL share; where
 * SQLite's functions for JSON are meant, PostgreSQL's schema brings functions of the same names. See
 * docs/decisions/042-two-engines-one-sql.md.
 */
export type Statements = {
  all(sql: string, ...values: Values): Promise<Row[]>
  get(sql: string, ...values: Values): Promise<Row | undefined>
  /** Resolves to how many rows were changed. */
  run(sql: string, ...values: Values): Promise<number>
  /** The same statement with each of these lists of values. Resolves to how many rows were changed in all. */
  each(sql: string, rows: readonly Value[][]): Promise<number>
  /** A column that is compared and ordered without regard to the letter case of A to Z; the value beside it goes through `fold`. */
  caseless(column: string): string
}

export type Database = Statements & {
  engine: 'sqlite' | 'postgres'
  /**
   * All or nothing, as if nobody else wrote meanwhile. The body awaits its statements on the handle that it is given, and
   * nothing else: no file, network or timer, no statement of the database itself, and no second transaction. PostgreSQL may
   * run it again from its beginning when another transaction was in its way, so it changes nothing but the database.
   */
  transaction<Result>(run: (within: Statements) => Promise<Result>): Promise<Result>
  /** Rejects unless it can be written now. */
  requireWritable(): Promise<void>
  /** What it needs on disk. */
  bytes(): Promise<number>
  close(): Promise<void>
}

/** A text as `caseless` columns compare it. SQLite's NOCASE knows the letters of English alone, and so do we. */
export function fold(text: string): string {
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/** `LIMIT` of a statement that wants all that comes after its `OFFSET`. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER

export type Compiled = { text: string; bind(values: Values): Value[] }

const PLACES = /'[^']*'|\?|\$([A-Za-z_]\w*)/g

/** A statement with numbered places: `?1` for SQLite, `$1` for PostgreSQL. */
export function compile(sql: string, mark: '?' | '$'): Compiled {
  const names: string[] = []
  let places = 0
  const text = sql.replace(PLACES, (found, name: string | undefined) => {
    if (found === '?') {
      places += 1
      return `${mark}${places}`
    }
    if (name === undefined) return found
    if (!names.includes(name)) names.push(name)
    return `${mark}${names.indexOf(name) + 1}`
  })
  return { text, bind: values => toBound(values, names) }
}

function toBound(values: Values, names: readonly string[]): Value[] {
  const [first] = values
  if (first === null || typeof first !== 'object' || first instanceof Uint8Array) return values as Value[]
  return names.map(name => {
    const value = first[name]
    if (value === undefined) throw new Error(`The statement names $${name}, which was not given.`)
    return value
  })
}
