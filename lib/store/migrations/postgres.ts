import 'server-only'
import { DatabaseSync } from 'node:sqlite'

/**
 * Defines SQLite's `->>`, `json_each` and `json_array_length` on PostgreSQL, for documents stored as text here too. So
 * one statement serves both engines. Booleans become 1 and 0, as in SQLite.
 */
const JSON_WORDS = `
  CREATE FUNCTION desk_json_at(document text, path text) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT document::jsonb #> CASE WHEN path = '$' THEN '{}'::text[]
      WHEN path LIKE '$.%' THEN string_to_array(substr(path, 3), '.') ELSE ARRAY[path] END $$;
  CREATE FUNCTION desk_json_word(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE value WHEN 'true' THEN '1' WHEN 'false' THEN '0' ELSE value #>> '{}' END $$;
  CREATE FUNCTION desk_json_text(document text, path text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT desk_json_word(desk_json_at(document, path)) $$;
  CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = desk_json_text);
  CREATE FUNCTION json_each(document text, path text DEFAULT '$', OUT key text, OUT value text) RETURNS SETOF record
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT item.key, desk_json_word(item.value) FROM (SELECT desk_json_at(document, path) AS held) AS found,
      LATERAL (SELECT CAST(n - 1 AS text) AS key, one.value
          FROM jsonb_array_elements(CASE jsonb_typeof(held) WHEN 'array' THEN held ELSE '[]' END) WITH ORDINALITY AS one (value, n)
        UNION ALL SELECT one.key, one.value
          FROM jsonb_each(CASE jsonb_typeof(held) WHEN 'object' THEN held ELSE '{}' END) AS one) AS item $$;
  CREATE FUNCTION json_array_length(document text, path text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE jsonb_typeof(held) WHEN 'array' THEN jsonb_array_length(held) WHEN NULL THEN NULL ELSE 0 END
    FROM (SELECT desk_json_at(document, path) AS held) AS found WHERE held IS NOT NULL $$;
`

/** Keeps the log append-only, except for values that may be emptied, like SQLite's triggers of the steps 3 and 11. */
const TRIGGERS = `
  CREATE FUNCTION desk_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$;
  CREATE FUNCTION desk_only_emptied(was jsonb, now jsonb, name text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      IF was = now THEN RETURN true; END IF;
      IF jsonb_typeof(was) <> jsonb_typeof(now) OR jsonb_typeof(was) NOT IN ('object', 'array') THEN
        RETURN name IN ('name', 'mitarbeiternummer', 'old', 'new') AND now IN ('null', '""')
          AND jsonb_typeof(was) NOT IN ('object', 'array');
      END IF;
      IF jsonb_typeof(was) = 'array' THEN
        RETURN jsonb_array_length(was) = jsonb_array_length(now) AND NOT EXISTS (
          SELECT 1 FROM jsonb_array_elements(was) WITH ORDINALITY AS a (value, n)
          JOIN jsonb_array_elements(now) WITH ORDINALITY AS b (value, n) USING (n)
          WHERE NOT desk_only_emptied(a.value, b.value, ''));
      END IF;
      RETURN NOT EXISTS (
        SELECT 1 FROM jsonb_each(was) AS a FULL JOIN jsonb_each(now) AS b ON a.key = b.key
        WHERE a.key IS NULL OR b.key IS NULL OR NOT desk_only_emptied(a.value, b.value, a.key));
    END $$;
  CREATE FUNCTION desk_log_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (NEW.id, NEW.at, NEW.actor_id, NEW.actor_email, NEW.action, NEW.outcome, NEW.project, NEW.employee)
          IS DISTINCT FROM (OLD.id, OLD.at, OLD.actor_id, OLD.actor_email, OLD.action, OLD.outcome, OLD.project, OLD.employee)
        OR NOT desk_only_emptied(OLD.details::jsonb, NEW.details::jsonb, '')
      THEN RAISE EXCEPTION 'activity is append-only'; END IF;
      RETURN NEW;
    END $$;
  CREATE FUNCTION desk_log_leaves() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.at >= (SELECT cut_off FROM activity_retention) THEN RAISE EXCEPTION 'activity is kept'; END IF;
      RETURN OLD;
    END $$;
  CREATE FUNCTION desk_log_people_leave() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM activity WHERE id = OLD.activity_id) THEN RAISE EXCEPTION 'activity is kept'; END IF;
      RETURN OLD;
    END $$;
  CREATE FUNCTION desk_log_retention() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.cut_off > to_char(now() AT TIME ZONE 'UTC' - interval '30 days' + interval '1 minute',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') THEN RAISE EXCEPTION 'activity is kept'; END IF;
      RETURN NEW;
    END $$;
  CREATE TRIGGER activity_never_changes BEFORE UPDATE ON activity FOR EACH ROW EXECUTE FUNCTION desk_log_changes();
  CREATE TRIGGER activity_kept BEFORE DELETE ON activity FOR EACH ROW EXECUTE FUNCTION desk_log_leaves();
  CREATE TRIGGER activity_never_emptied BEFORE TRUNCATE ON activity
    FOR EACH STATEMENT EXECUTE FUNCTION desk_refuse('activity is kept');
  CREATE TRIGGER activity_people_never_change BEFORE UPDATE ON activity_people
    FOR EACH ROW EXECUTE FUNCTION desk_refuse('activity is append-only');
  CREATE TRIGGER activity_people_kept BEFORE DELETE ON activity_people
    FOR EACH ROW EXECUTE FUNCTION desk_log_people_leave();
  CREATE TRIGGER activity_people_never_emptied BEFORE TRUNCATE ON activity_people
    FOR EACH STATEMENT EXECUTE FUNCTION desk_refuse('activity is kept');
  CREATE TRIGGER activity_retention_never_young BEFORE UPDATE ON activity_retention
    FOR EACH ROW EXECUTE FUNCTION desk_log_retention();
  CREATE TRIGGER activity_retention_stays BEFORE DELETE ON activity_retention
    FOR EACH ROW EXECUTE FUNCTION desk_refuse('activity is kept');
`

/** Indexed columns without regard to letter case: PostgreSQL has no such column type, and compares `lower()`. */
const FOLDED: Record<string, string> = { accounts_by_local_email: 'email', activity_actor: 'actor_email' }

/**
 * Returns PostgreSQL's first schema: everything that SQLite has after these steps, which are released and never edited.
 */
export function toFirstPostgresSchema(steps: readonly string[]): string {
  const model = new DatabaseSync(':memory:')
  try {
    for (const step of steps) model.exec(step)
    const parts = model
      .prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
      )
      .all()
      .map(({ name, sql }) => toPostgres(foldIndex(String(name), String(sql))))
    return [...parts, "INSERT INTO activity_retention VALUES (1, '')", JSON_WORDS, TRIGGERS].join(';\n')
  } finally {
    model.close()
  }
}

/** Converts a table or an index to PostgreSQL's SQL. Texts are compared byte by byte, as in SQLite. */
function toPostgres(sql: string): string {
  return sql
    .replaceAll(' COLLATE NOCASE', '')
    .replaceAll('INTEGER PRIMARY KEY AUTOINCREMENT', 'BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY')
    .replaceAll(/\bINTEGER\b/g, 'BIGINT')
    .replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"')
    .replaceAll(/\bBLOB\b/g, 'BYTEA')
    .replace(/\) STRICT(?:, WITHOUT ROWID)?\s*$/, ')')
}

function foldIndex(name: string, sql: string): string {
  const column = FOLDED[name]
  return column ? sql.replace(`(${column}`, `(lower(${column})`) : sql
}
