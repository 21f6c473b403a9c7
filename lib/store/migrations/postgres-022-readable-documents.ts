import 'server-only'

/**
 * Lets statements read documents that PostgreSQL cannot store. Earlier desks stored the second of two consecutive
 * U+0000 (or lone surrogates), and one that still runs beside this desk does so now. They are read as U+FFFD, which
 * `toStorable` writes for the first one. Complete characters are always written as they are, never as surrogate
 * escapes.
 */
export const READABLE_DOCUMENT_MIGRATION_POSTGRES = `
  CREATE FUNCTION desk_json(document text) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT regexp_replace(document, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(?:0000|d[89a-f][0-9a-f]{2})', '\\1\\\\ufffd', 'gi')::jsonb $$;
  CREATE OR REPLACE FUNCTION desk_json_at(document text, path text) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE strpos(document, '\\u') WHEN 0 THEN document::jsonb ELSE desk_json(document) END
      #> CASE WHEN path = '$' THEN '{}'::text[]
        WHEN path LIKE '$.%' THEN string_to_array(substr(path, 3), '.') ELSE ARRAY[path] END $$;
  CREATE OR REPLACE FUNCTION desk_log_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (NEW.id, NEW.at, NEW.actor_id, NEW.actor_email, NEW.action, NEW.outcome, NEW.project, NEW.employee)
          IS DISTINCT FROM (OLD.id, OLD.at, OLD.actor_id, OLD.actor_email, OLD.action, OLD.outcome, OLD.project, OLD.employee)
        OR NOT desk_only_emptied(desk_json(OLD.details), desk_json(NEW.details), '')
      THEN RAISE EXCEPTION 'activity is append-only'; END IF;
      RETURN NEW;
    END $$;
`
