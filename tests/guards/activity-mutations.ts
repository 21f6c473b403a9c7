import type { Mutation } from './mutation.ts'

/** What keeps the log of who did what complete, and true. */
export const ACTIVITY_MUTATIONS: Mutation[] = [
  {
    id: 'recorded-write',
    guard: 'A write that may have happened although its answer was lost has an entry',
    file: 'lib/activity/record-activity.ts',
    find: 'const settled = mayHaveHappened(error)\n',
    replace: 'const settled = mayHaveHappened === null\n',
    tests: ['tests/api/activity/trouble.test.ts'],
  },
  {
    id: 'recorded-first',
    guard: 'What cannot be written down does not happen',
    file: 'lib/activity/record-activity.ts',
    find: '    throw new DeskError(code, { cause })\n',
    replace:
      "    if (code !== 'activity_unwritable') throw new DeskError(code, { cause })\n    return '' as Value\n",
    tests: ['tests/api/activity/trouble.test.ts'],
  },
  {
    id: 'recorded-actor',
    guard: 'A password that was typed in the place of an e-mail is not kept',
    file: 'lib/activity/record-activity.ts',
    find: 'return id !== null || emailSchema',
    replace: 'return id !== undefined || emailSchema',
    tests: ['tests/unit/activity/record-activity.test.ts'],
  },
  {
    id: 'log-unchanged',
    guard: 'Nobody changes an entry of the log',
    file: 'lib/store/migrations/003-activity.ts',
    find: 'activity_never_changes BEFORE UPDATE ON activity\n',
    replace: 'activity_never_changes BEFORE UPDATE OF id ON activity\n',
    tests: ['tests/unit/activity/activity-store.test.ts'],
  },
  {
    id: 'log-kept',
    guard: 'Nobody deletes an entry of the log before its time',
    file: 'lib/store/migrations/003-activity.ts',
    find: 'WHEN OLD.at >= (SELECT cut_off FROM activity_retention)',
    replace: 'WHEN OLD.at < (SELECT cut_off FROM activity_retention)',
    tests: ['tests/unit/activity/activity-store.test.ts'],
  },
  {
    id: 'log-taken-away',
    guard: 'Who takes the log away stands in it',
    file: 'app/api/activity/csv/route.ts',
    find: "if (request.method !== 'HEAD') await",
    replace: "if (request.method === '') await",
    tests: ['tests/api/activity/reading.test.ts'],
  },
  {
    id: 'photo-recorded',
    guard: 'No photo leaves without an entry in the log',
    file: 'app/api/v1/employees/[employeeId]/photo/route.ts',
    find: "if (request.method !== 'HEAD') await",
    replace: "if (request.method === '') await",
    tests: ['tests/api/activity/writes.test.ts'],
  },
]
