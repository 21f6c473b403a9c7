import 'server-only'

/** A value that can be bound to a placeholder of a statement. */
export type Value = string | number | null | Uint8Array
/**
 * Values in the order of the placeholders `?`, or one object by the names of the placeholders `$name`, possibly with
 * more names.
 */
export type Values = Value[] | [Readonly<Record<string, Value>>]
/** A row as the engine returns it: numbers, texts, bytes and null, with booleans as 1 and 0. */
export type Row = Record<string, unknown>

/**
 * Statements for either engine, in the SQL that SQLite and PostgreSQL share. PostgreSQL's schema defines functions with
 * the names of SQLite's JSON functions. See docs/decisions/042-two-engines-one-sql.md.
 */
export type Statements = {
  all(sql: string, ...values: Values): Promise<Row[]>
  get(sql: string, ...values: Values): Promise<Row | undefined>
  /** Resolves to the number of changed rows. */
  run(sql: string, ...values: Values): Promise<number>
  /** Runs the same statement with each of these lists of values. Resolves to the total number of changed rows. */
  each(sql: string, rows: readonly Value[][]): Promise<number>
  /**
   * A column that is compared and sorted without regard to the case of A to Z; values compared with it must pass
   * through `fold`.
   */
  caseless(column: string): string
}

export type Database = Statements & {
  engine: 'sqlite' | 'postgres'
  /**
   * Runs statements all or nothing, as if no one else wrote meanwhile. The body awaits only its statements on the given
   * handle: no file, network or timer, no statement of the database itself, and no second transaction. PostgreSQL may
   * run the body again from the start after a conflict, so it must change nothing but the database.
   */
  transaction<Result>(run: (within: Statements) => Promise<Result>): Promise<Result>
  /** Rejects unless it can be written now. */
  requireWritable(): Promise<void>
  /** Its size on disk in bytes. */
  bytes(): Promise<number>
  close(): Promise<void>
}

/** Converts a text as `caseless` columns compare it: only A to Z, like SQLite's NOCASE. */
export function fold(text: string): string {
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/** `LIMIT` of a statement that wants everything after its `OFFSET`. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER

export type Compiled = { text: string; bind(values: Values): Value[] }

const PLACES = /'[^']*'|\?|\$([A-Za-z_]\w*)/g

/** Returns a statement with numbered placeholders: `?1` for SQLite, `$1` for PostgreSQL. */
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
