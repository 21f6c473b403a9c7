import 'server-only'

/** Starts of a job without progress since, so that a job which ends the process each time is detected. */
export const JOB_START_MIGRATION = `
  CREATE TABLE job_starts (
    job    TEXT PRIMARY KEY,
    starts INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`
