import { createHash } from 'node:crypto'
import type { Database, Row } from '#lib/store/engine.ts'

/**
 * The facts about a database, one per line: `engine table kind words`. Every change of the schema changes some of them.
 */
export async function readSchemaFacts(database: Database): Promise<string[]> {
  const rows = await database.all(database.engine === 'sqlite' ? SQLITE : POSTGRES)
  const facts = rows.flatMap(row => [row, ...(row.kind === 'table' ? listChecks(row) : [])])
  return facts.map(row => toLine(database.engine, row)).sort()
}

/**
 * Changes of the schema that would break an earlier desk beside a newer one: everything that is missing or different,
 * and everything that would refuse a row that it writes or deletes.
 */
export function listMinded(before: readonly string[], now: readonly string[]): string[] {
  const known = new Set(before)
  const tables = new Set(before.map(line => parse(line).table))
  const lost = before.filter(line => !now.includes(line)).map(line => `gone: ${line}`)
  const added = now.filter(line => !known.has(line) && !isHarmless(parse(line), tables))
  return [...lost, ...added.map(line => `added: ${line}`)]
}

type Fact = { table: string; kind: string; words: string }

function parse(line: string): Fact {
  const [, table = '', kind = '', words = ''] = line.split('\t')
  return { table, kind, words }
}

function isHarmless({ table, kind, words }: Fact, tables: ReadonlySet<string>): boolean {
  // A row of a new table that references a row of an old one may prevent its deletion.
  if (!tables.has(table)) {
    const [, target = ''] = /REFERENCES (\w+)/.exec(words) ?? []
    return target === '' || !tables.has(target) || /ON DELETE (?:CASCADE|SET NULL)/.test(words)
  }
  if (kind === 'column') return !/\bNOT NULL\b/.test(words) || /\bDEFAULT\b/.test(words)
  return kind === 'index' || table === ''
}

function toLine(engine: string, { table, kind, words }: Row): string {
  const text = String(words).replaceAll(/\s+/g, ' ').trim()
  // For a trigger or a function, its name and a hash of its text.
  const said =
    kind === 'trigger' || kind === 'function'
      ? `${text.split(' ', 1)} ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
      : text
  return [engine, table, kind, said].join('\t')
}

/** Reads the checks from SQLite's text of a table, their only source. Leaves in the row how the table is stored. */
function listChecks(row: Row): Row[] {
  if (!String(row.words).startsWith('CREATE TABLE')) return []
  const checks: Row[] = []
  const text = String(row.words)
  for (const { index } of text.matchAll(/\bCHECK \(/g)) {
    let [end, depth] = [index + 'CHECK ('.length, 1]
    for (; depth > 0 && end < text.length; end += 1) depth += { '(': 1, ')': -1 }[text[end] ?? ''] ?? 0
    checks.push({ table: row.table ?? '', kind: 'check', words: text.slice(index, end) })
  }
  row.words = /\)\s*([^()]*)$/.exec(text)?.[1] ?? ''
  return checks
}

const SQLITE = `
  WITH tables AS (SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%')
  SELECT name AS "table", 'table' AS kind, sql AS words FROM tables
  UNION ALL SELECT t.name, 'column', c.name || ' ' || c.type || CASE WHEN c."notnull" THEN ' NOT NULL' ELSE '' END
      || coalesce(' DEFAULT ' || c.dflt_value, '') || CASE WHEN c.pk > 0 THEN ' PRIMARY KEY ' || c.pk ELSE '' END
    FROM tables AS t JOIN pragma_table_info(t.name) AS c
  UNION ALL SELECT t.name, 'constraint', 'FOREIGN KEY ' || f."from" || ' REFERENCES ' || f."table" || ' ON DELETE ' || f.on_delete
    FROM tables AS t JOIN pragma_foreign_key_list(t.name) AS f
  UNION ALL SELECT t.name, 'constraint', 'UNIQUE ' || (SELECT group_concat(name) FROM pragma_index_info(i.name))
    FROM tables AS t JOIN pragma_index_list(t.name) AS i WHERE i.origin = 'u'
  UNION ALL SELECT tbl_name, CASE WHEN sql LIKE 'CREATE UNIQUE%' THEN 'unique index' ELSE 'index' END, sql
    FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
  UNION ALL SELECT tbl_name, 'trigger', name || ' ' || sql FROM sqlite_schema WHERE type = 'trigger'`

const POSTGRES = `
  WITH tables AS (
    SELECT oid, relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r')
  SELECT name AS "table", 'table' AS kind, '' AS words FROM tables
  UNION ALL SELECT c.table_name, 'column', c.column_name || ' ' || c.data_type || coalesce(' COLLATE ' || c.collation_name, '')
      || CASE c.is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END
      || CASE c.is_identity WHEN 'YES' THEN ' DEFAULT IDENTITY' ELSE coalesce(' DEFAULT ' || c.column_default, '') END
    FROM information_schema.columns AS c JOIN tables AS t ON t.name = c.table_name WHERE c.table_schema = current_schema()
  UNION ALL SELECT t.name, 'constraint', pg_get_constraintdef(c.oid) FROM pg_constraint AS c JOIN tables AS t ON t.oid = c.conrelid
    WHERE c.contype IN ('p', 'u', 'f', 'c')
  UNION ALL SELECT t.name, CASE WHEN i.indisunique THEN 'unique index' ELSE 'index' END,
      replace(pg_get_indexdef(i.indexrelid), current_schema() || '.', '')
    FROM pg_index AS i JOIN tables AS t ON t.oid = i.indrelid
    WHERE NOT EXISTS (SELECT 1 FROM pg_constraint AS c WHERE c.conindid = i.indexrelid)
  UNION ALL SELECT t.name, 'trigger', g.tgname || ' ' || pg_get_triggerdef(g.oid)
    FROM pg_trigger AS g JOIN tables AS t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal
  UNION ALL SELECT '', 'function', p.oid::regprocedure || ' ' || pg_get_functiondef(p.oid)
    FROM pg_proc AS p WHERE p.pronamespace = current_schema()::regnamespace
  UNION ALL SELECT '', 'operator', o.oid::regoperator::text FROM pg_operator AS o
    WHERE o.oprnamespace = current_schema()::regnamespace`
