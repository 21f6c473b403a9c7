import type { Mutation } from './mutation.ts'

const CHANNEL = ['tests/unit/desks/channel.test.ts']
const BESIDE = ['tests/nightly/unit/desks/beside.test.ts']
const SWEEP = ['tests/unit/photos/photo-eviction.test.ts']

/** What several desks on one database tell each other, and leave alone. */
export const DESK_MUTATIONS: Mutation[] = [
  {
    id: 'day-without-midnight',
    guard: 'A day whose midnight the clocks leave out begins when they go forward, and not in the day before',
    file: 'lib/start-of-day.ts',
    find: 'Math.max(moment, guess)',
    replace: 'moment',
    tests: ['tests/unit/start-of-day.test.ts'],
  },
  {
    id: 'news-late-transaction',
    guard: 'News of a transaction that ends late are not lost',
    file: 'lib/desks/channel.ts',
    find: 'pg_snapshot_xmin(',
    replace: 'pg_snapshot_xmax(',
    tests: CHANNEL,
  },
  {
    id: 'news-twice',
    guard: 'News are heard once',
    file: 'lib/desks/channel.ts',
    find: 'rows.filter(({ id }) => !this.#seen.has(id))',
    replace: 'rows',
    tests: CHANNEL,
  },
  {
    id: 'news-missed',
    guard: 'Whoever was away for too long is told so',
    file: 'lib/desks/channel.ts',
    find: 'if (wasAway) await',
    replace: 'if (!wasAway) await',
    tests: CHANNEL,
  },
  {
    id: 'news-kept',
    guard: 'What is kept waits for as long as the server is away, however much else there is',
    file: 'lib/desks/channel.ts',
    find: 'told() {} }, ...kept)',
    replace: 'told() {} })',
    tests: CHANNEL,
  },
  {
    id: 'news-old-record',
    guard: 'A record from another desk does not replace what the service has said later',
    file: 'lib/employees/other-desks.ts',
    find: 'recent.see(employee, { sentAt, seenAt: sentAt })',
    replace: 'recent.see(employee)',
    tests: BESIDE,
  },
  {
    id: 'news-withdrawn',
    guard: 'An approval of which another desk knows that it is withdrawn counts no more',
    file: 'lib/employees/other-desks.ts',
    find: 'people.filter(id => recent.lastSeen(id)?.photo.approved)',
    replace: 'people.filter(() => false)',
    tests: BESIDE,
  },
  {
    id: 'others-intents',
    guard: 'A start calls no write unknown that another desk may still be making',
    file: 'lib/activity/keep-activity.ts',
    find: 'isAlone ? 0 : OTHERS_WRITE_MS',
    replace: '0',
    tests: BESIDE,
  },
  {
    id: 'settled-once',
    guard: 'What was done is written down once, also when the answer of the database got lost',
    file: 'lib/store/activity-store.ts',
    find: 'if (isRepeated && !(await within.get(open, intent))) return',
    replace: '',
    tests: BESIDE,
  },
  {
    id: 'database-alone',
    guard: 'What copies the database waits for no desk to be there',
    file: 'lib/store/database-lock.ts',
    find: "how === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'",
    replace: "'pg_try_advisory_lock_shared'",
    tests: BESIDE,
  },
  {
    id: 'others-pins',
    guard: 'In a folder that is shared nothing is swept that another desk may have pinned',
    file: 'lib/photo-store/photo-eviction.ts',
    find: '(photoStoreDir !== null && isOthers(file))',
    replace: 'false',
    tests: SWEEP,
  },
  {
    id: 'shown-pins',
    guard: 'Pins in a shared folder are shown to the other desks',
    file: 'lib/photo-store/photo-pins.ts',
    find: '  void touch(pinned)\n',
    replace: '',
    tests: SWEEP,
  },
]
