import type { Mutation } from './mutation.ts'

const ENGINE = ['tests/unit/jobs/engine.test.ts']

/** What holds for every job, whatever its kind: nobody works on it twice, and nothing leaves after its end. */
export const JOB_MUTATIONS: Mutation[] = [
  {
    id: 'job-held-once',
    guard: 'Nobody works on a job that is worked on already',
    file: 'lib/jobs/engine.ts',
    find: 'if (getHeldJobs().has(row.id) || isStopping()) return',
    replace: 'if (isStopping()) return',
    tests: ENGINE,
  },
  {
    id: 'job-stopping',
    guard: 'A desk that stops takes up no job',
    file: 'lib/jobs/engine.ts',
    find: 'if (getHeldJobs().has(row.id) || isStopping()) return',
    replace: 'void isStopping\n  if (getHeldJobs().has(row.id)) return',
    tests: ENGINE,
  },
  {
    id: 'job-lease',
    guard: 'A job is left alone that has ended, that a person has paused, or that another process holds',
    file: 'lib/jobs/engine.ts',
    find: "if (!(await kind.store().claim(job.row.id, job.lease))) return 'left'",
    replace: 'await kind.store().claim(job.row.id, job.lease)',
    tests: ENGINE,
  },
  {
    id: 'job-cancelled',
    guard: 'Nothing leaves any more from a job that was cancelled',
    file: 'lib/jobs/engine.ts',
    find: "  if (!(await kind.end(row, { state: 'cancelled' }))) return\n  putDown()\n",
    replace: "  if (!(await kind.end(row, { state: 'cancelled' }))) return\n",
    tests: ['tests/unit/exports/history/exports.test.ts'],
  },
  {
    id: 'job-resumed-late',
    guard: 'Who says “go on” in the moment in which a job is left is heard',
    file: 'lib/jobs/engine.ts',
    find: "if (next === 'left' && job.isResumed && !signal.aborted) void runJob",
    replace: 'if (next === undefined) void runJob',
    tests: ENGINE,
  },
  {
    id: 'job-resumed-told',
    guard: 'The log says of a job that it goes on, after a restart too',
    file: 'lib/jobs/engine.ts',
    find: "    log('info', `${kind.name}_resumed`, { [kind.name]: row.id, reason: row.pause_reason ?? 'restart' })\n",
    replace: '    void kind\n',
    tests: [
      'tests/api/exports/pauses.test.ts',
      'tests/api/people-desk/batches.test.ts',
      'tests/api/imports/steer.test.ts',
    ],
  },
]
