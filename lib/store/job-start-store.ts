import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'

const startsRow = z.object({ starts: z.number() })

/** Counts how often each job has started without progress since. */
export function getJobStartStore() {
  const database = getDatabase()
  return {
    async count(job: string): Promise<number> {
      const row = await database.get('SELECT starts FROM job_starts WHERE job = ?', job)
      return row ? startsRow.parse(row).starts : 0
    },

    /** Adds a start, and returns how many there are now. */
    async add(job: string): Promise<number> {
      const row = await database.get(
        `INSERT INTO job_starts (job, starts) VALUES (?, 1)
         ON CONFLICT (job) DO UPDATE SET starts = job_starts.starts + 1 RETURNING starts`,
        job,
      )
      return startsRow.parse(row).starts
    },

    /** Keeps only the present start, because the job has made progress. */
    async reset(job: string): Promise<void> {
      await database.run('UPDATE job_starts SET starts = 1 WHERE job = ?', job)
    },

    async forget(job: string): Promise<void> {
      await database.run('DELETE FROM job_starts WHERE job = ?', job)
    },
  }
}
