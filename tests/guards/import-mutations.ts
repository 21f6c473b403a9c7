import type { Mutation } from './mutation.ts'

const READ = ['tests/unit/imports/read/refusals.test.ts']
const IMPORTS = ['tests/api/imports']
const CHAOS = ['tests/chaos/import.test.ts', 'tests/api/imports']

/** What keeps a list from doing more than somebody has seen, or anything twice. */
export const IMPORT_MUTATIONS: Mutation[] = [
  {
    id: 'import-expected',
    guard: 'Nothing is sent when it would be other people than those that were shown',
    file: 'lib/imports/start-import.ts',
    find: 'if (create !== start.expected.create || update !== start.expected.update)',
    replace: 'if (create < 0)',
    tests: IMPORTS,
  },
  {
    id: 'import-owner',
    guard: 'A list is read and sent by the person who began it',
    file: 'lib/imports/imports.ts',
    find: "if (record.owner_id !== user.id) throw new DeskError('forbidden')",
    replace: '',
    tests: IMPORTS,
  },
  {
    id: 'import-project',
    guard: 'Another key does not send a list into another project of the same id',
    file: 'lib/imports/same-project.ts',
    find: 'if (projektnummer !== project.projektnummer) throw',
    replace: 'if (projektnummer === undefined) throw',
    tests: IMPORTS,
  },
  {
    id: 'import-in-doubt',
    guard: 'Rows whose answer got lost are looked up before they are sent again',
    file: 'lib/imports/send/send-next.ts',
    find: 'const inDoubt = tasks.some(({ in_flight }) => in_flight)',
    replace: 'const inDoubt = tasks.length === 0',
    tests: CHAOS,
  },
  {
    id: 'import-service-down',
    guard: 'A service that fails on everybody refuses nobody',
    file: 'lib/imports/send/give-way.ts',
    find: 'row !== undefined && run.narrowing.proven)',
    replace: 'row !== undefined)',
    tests: ['tests/chaos/import-failing-rows.test.ts'],
  },
  {
    id: 'import-claims',
    guard: 'Nobody is told that they made the people of somebody else',
    file: 'lib/imports/send/resolve-taken.ts',
    find: 'if (!(await getImportStore().isClaimed(importId, ids))) return found',
    replace: 'if (ids.length >= 0) return found',
    tests: CHAOS,
  },
  {
    id: 'import-other-person',
    guard: 'No row writes the data of one person over another',
    file: 'lib/imports/check/check-row.ts',
    find: "if (match.problems.some(({ warning }) => !warning)) return { ...checked, kind: 'conflict' }",
    replace: '',
    tests: ['tests/unit/imports/check'],
  },
  {
    id: 'import-bomb-announced',
    guard: 'A workbook that says it is too large is not unpacked',
    file: 'lib/imports/read/unpack-workbook.ts',
    find: '> PARTS_MAX_BYTES) throw',
    replace: '> PARTS_MAX_BYTES * 1_000) throw',
    tests: READ,
  },
]
