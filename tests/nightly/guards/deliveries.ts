import type { Mutation } from './mutation.ts'

export const DELIVERIES_MUTATIONS: Mutation[] = [
  {
    id: 'delivery-folder-allowed',
    guard: 'A folder that the operator does not allow is none, by whatever link it is reached',
    file: 'lib/deliveries/destinations/folder.ts',
    find: 'const real = await realpath(folder)',
    replace: 'const real = folder',
    tests: ['tests/unit/deliveries/command.test.ts', 'tests/api/deliveries/folder.test.ts'],
  },
  {
    id: 'delivery-name-leads-out',
    guard: 'A name from people’s data leads out of no folder',
    file: 'lib/deliveries/destinations/file-tree.ts',
    find: "parts.some(part => part === '' || part === '.' || part === '..' || /[\\\\\\0]/.test(part))",
    replace: `parts.some(part => part === '')`,
    tests: ['tests/unit/deliveries/file-tree.test.ts'],
  },
  {
    id: 'delivery-host-key',
    guard: 'Nothing is said to an SSH server with another key',
    file: 'lib/deliveries/destinations/sftp.ts',
    find: 'isTrusted = toFingerprint(key) === host_key',
    replace: 'isTrusted = toFingerprint(key) !== null',
    tests: ['tests/unit/deliveries/sftp.test.ts'],
  },
  {
    id: 'delivery-closed-address',
    guard: 'No destination is an address at which a cloud keeps credentials',
    file: 'lib/deliveries/destinations/checked-address.ts',
    find: 'if (isClosed(found.address))',
    replace: `if (isClosed(found.address) && host === '')`,
    tests: ['tests/unit/deliveries/checked-address.test.ts'],
  },
  {
    id: 'delivery-filter',
    guard: 'A number that looks like a filter finds its own entry and no other',
    file: 'lib/deliveries/destinations/ldap-filter.ts',
    find: 'return escapeFilter(value)',
    replace: `void escapeFilter
    return value`,
    tests: ['tests/unit/deliveries/ldap.test.ts'],
  },
  {
    id: 'delivery-own-files',
    guard: 'A file that somebody else has put in the place of ours stays',
    file: 'lib/deliveries/destinations/file-tree.ts',
    find: `if ((await hashOf(tree, { name: place, size }, signal)) !== sha256) return 'other'`,
    replace: `if (size < 0) return 'other'`,
    tests: ['tests/api/deliveries/folder.test.ts'],
  },
  {
    id: 'delivery-withdrawn-meanwhile',
    guard: 'A photo that was withdrawn since the plan was made is not sent',
    file: 'lib/deliveries/run/deliver-person.ts',
    find: `if (!isSameVersion(version, photo.edited_at) || !isFoundSo) throw new DeskError('changed_meanwhile')`,
    replace: 'void isFoundSo',
    tests: ['tests/api/deliveries/interrupted.test.ts'],
  },
  {
    id: 'delivery-empty-list',
    guard: 'A list that is empty all at once takes nothing away',
    file: 'lib/deliveries/run/make-plan.ts',
    find: `if (roster.people.length === 0 && places.some(({ state }) => state === 'there'))`,
    replace: 'if (roster.people.length < 0)',
    tests: ['tests/api/deliveries/folder.test.ts'],
  },
  {
    id: 'delivery-first-run',
    guard: 'Nothing is delivered before somebody has read what would be',
    file: 'lib/deliveries/run/plan-run.ts',
    find: `if (delivery.confirmed_at === null) return 'first'`,
    replace: '',
    tests: ['tests/api/deliveries/folder.test.ts'],
  },
  {
    id: 'delivery-credentials',
    guard: 'What an editor sends changes no credential and no schedule',
    file: 'lib/deliveries/manage/change-delivery.ts',
    find: `    throw new DeskError('forbidden')
`,
    replace: `    void DeskError
`,
    tests: ['tests/api/deliveries/folder.test.ts'],
  },
]
