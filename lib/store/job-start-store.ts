import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'

const startsRow = z.object({ starts: z.number() })

/** Counts how often each job has started without progress since. */
export type JobStartStore = {
  count(job: string): Promise<number>
  /** Adds a start, and returns how many there are now. */
  add(job: string): Promise<number>
  /** Keeps the present start alone: the job has made progress. */
  reset(job: string): Promise<void>
  forget(job: string): Promise<void>
}

export function getJobStartStore(): JobStartStore {
  const database = getDatabase()
  return {
    async count(job) {
      const row = await database.get('SELECT starts FROM job_starts WHERE job = ?', job)
      return row ? startsRow.parse(row).starts : 0
    },

    async add(job) {
      const row = await database.get(
        `INSERT INTO job_starts (job, starts) VALUES (?, 1)
         ON CONFLICT (job) DO UPDATE SET starts = job_starts.starts + 1 RETURNING starts`,
        job,
      )
      return startsRow.parse(row).starts
    },

    async reset(job) {
      await database.run('UPDATE job_starts SET starts = 1 WHERE job = ?', job)
    },

    async forget(job) {
      await database.run('DELETE FROM job_starts WHERE job = ?', job)
    },
  }
}
