import type { Mutation } from './mutation.ts'

export const PERSONAL_DATA_MUTATIONS: Mutation[] = [
  {
    id: 'gone-exports',
    guard: 'Who is deleted leaves all rows of downloads at once',
    file: 'lib/employees/departures.ts',
    find: `    await forgetGoneInExports([employeeId])
`,
    replace: '',
    tests: ['tests/api/personal-data/deleted.test.ts'],
  },
  {
    id: 'gone-asked',
    guard: 'Who is unknown when somebody asks for them is gone',
    file: 'lib/employees/departures.ts',
    find: 'if (isUnknown(error) && wasTheirs && ',
    replace: 'if (false && wasTheirs && ',
    tests: ['tests/api/personal-data/deleted.test.ts'],
  },
  {
    id: 'withdrawn-exports',
    guard: 'Whose approval is withdrawn leaves the archives',
    file: 'lib/employees/departures.ts',
    find: `  if (!(await attempt(() => forgetInExports(ids, { why: 'not_approved', entirely: false })))) return
`,
    replace: '',
    tests: ['tests/api/personal-data/deleted.test.ts'],
  },
  {
    id: 'forgotten-record',
    guard: 'The row of who is gone says neither name nor e-mail nor number',
    file: 'lib/store/forget-in-exports.ts',
    find: `const name = { first_name: '', last_name: '', email: '', mitarbeiternummer: '' }`,
    replace: `const name = { first_name: '' }`,
    tests: ['tests/api/personal-data/deleted.test.ts'],
  },
  {
    id: 'forgotten-overwritten',
    guard: 'What is deleted in the database is overwritten',
    file: 'lib/store/database-file.ts',
    find: '; PRAGMA secure_delete = ON',
    replace: '',
    tests: ['tests/unit/personal-data/places.test.ts', 'tests/api/personal-data/deleted.test.ts'],
  },
  {
    id: 'log-unchanged',
    guard: 'Nobody changes an entry of the log',
    file: 'lib/store/migrations/011-gone-people.ts',
    find: `activity_never_changes BEFORE UPDATE ON activity
`,
    replace: `activity_never_changes BEFORE UPDATE OF id ON activity
`,
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
    id: 'retention-timer',
    guard: 'Retentions are kept each hour, without anybody using the desk',
    file: 'lib/personal-data/keep-retentions.ts',
    find: `    setInterval(() => void keepInTime().then(keepOfPeople), HOUR_MS).unref()
`,
    replace: '',
    tests: ['tests/unit/personal-data/keep-retentions.test.ts'],
  },
  {
    id: 'retention-gone',
    guard: 'What names who is gone goes after GONE_DAYS',
    file: 'lib/personal-data/keep-retentions.ts',
    find: 'now - getEnv().goneDays * DAY_MS).toISOString()',
    replace: 'now - 10 * getEnv().goneDays * DAY_MS).toISOString()',
    tests: ['tests/unit/personal-data/keep-retentions.test.ts'],
  },
  {
    id: 'recorded-first',
    guard: 'What cannot be written down does not happen',
    file: 'lib/activity/record-activity.ts',
    find: `throw isAway && code === 'activity_unwritable' ? cause : new DeskError(code, { cause })
`,
    replace: `if (isAway || code !== 'activity_unwritable') throw new DeskError(code, { cause })
    return '' as Value
`,
    tests: ['tests/api/activity/trouble.test.ts'],
  },
  {
    id: 'database-mode',
    guard: 'Only its own user reads the database',
    file: 'lib/store/database-file.ts',
    find: `      chmodSync(path, 0o600)
      return database
`,
    replace: `      return database
`,
    tests: ['tests/unit/store/database.test.ts'],
  },
]
