import 'server-only'

export const JOB_START_MIGRATION_POSTGRES =
  'CREATE TABLE job_starts (job TEXT COLLATE "C" PRIMARY KEY, starts BIGINT NOT NULL)'
