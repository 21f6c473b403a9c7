import type { Mutation } from './mutation.ts'

const CHANGE = ['tests/api/people-desk/change.test.ts']
const PEOPLE = ['tests/api/people-desk/people.test.ts']
const BATCHES = ['tests/api/people-desk/batches.test.ts']
const BATCH_CHAOS = ['tests/chaos/batch.test.ts']
const BATCH_DOUBT = ['tests/unit/batches/change-person.test.ts']
const LIST = ['tests/api/people-desk/list.test.ts']

/** What keeps the employee desk from overwriting, deleting or handing out what nobody meant. */
export const PEOPLE_MUTATIONS: Mutation[] = [
  {
    id: 'changed-meanwhile',
    guard: 'A change that is based on old data asks first',
    file: 'lib/employees/change-employee.ts',
    find: 'if (isOther) throw',
    replace: 'if (isOther && false) throw',
    tests: CHANGE,
  },
  {
    id: 'change-reads-again',
    guard: 'What the desk has not heard lately is read again before a change',
    file: 'lib/employees/change-employee.ts',
    find: 'client.sightings.lastSeen(employeeId, FRESH_MS)',
    replace: 'client.sightings.lastSeen(employeeId)',
    tests: CHANGE,
  },
  {
    id: 'lost-filter',
    guard: 'A filter that the desk does not know is refused, not dropped',
    file: 'lib/employees/read-people-filters.ts',
    find: 'if (lost.length === 0) return filters',
    replace: 'if (lost.length >= 0) return filters',
    tests: PEOPLE,
  },
  {
    id: 'service-filter',
    guard: 'The service is never asked without a filter that it does not understand',
    file: 'lib/employees/people-page.ts',
    find: 'if (q || Object.values(others).some(value => value !== undefined)) return null',
    replace: 'if (q) return null',
    tests: PEOPLE,
  },
  {
    id: 'batch-stranger',
    guard: 'A batch touches nobody outside its project',
    file: 'lib/batches/change-person.ts',
    find: "    if (!person) throw new DeskError('not_found')\n    await deleteEmployeeRecorded",
    replace: '    await deleteEmployeeRecorded',
    tests: BATCHES,
  },
  {
    id: 'batch-right',
    guard: 'A batch ends with the right that it was begun with',
    file: 'lib/batches/work-off.ts',
    find: 'if (owner && canEditEmployees(owner)) return true',
    replace: 'if (owner || canEditEmployees) return true',
    tests: BATCHES,
  },
  {
    id: 'batch-doubt',
    guard: 'Whose call may have happened is looked up before it is sent again',
    file: 'lib/batches/change-person.ts',
    find: "const inDoubt = state === 'sent'",
    replace: "const inDoubt = state === 'done'",
    tests: BATCH_DOUBT,
  },
  {
    id: 'batch-second-look',
    guard: 'A lost call of a batch is not the end of that person',
    file: 'lib/batches/work-off.ts',
    find: 'if (PASSING.has(code) && !isLastLook) return false',
    replace: 'if (PASSING.has(code) && isLastLook) return false',
    tests: BATCH_CHAOS,
  },
  {
    id: 'batch-owner',
    guard: 'A batch is nobody else’s',
    file: 'lib/batches/batches.ts',
    find: "row.owner_id !== user.id && user.role !== 'admin'",
    replace: "row.owner_id === '' && user.role !== 'admin'",
    tests: BATCHES,
  },
  {
    id: 'list-formula',
    guard: 'No formula runs in a list for spreadsheets',
    file: 'lib/employees/people-list.ts',
    find: '...FOR_SPREADSHEETS, separator,',
    replace: "...FOR_SPREADSHEETS, formulas: 'raw', separator,",
    tests: LIST,
  },
  {
    id: 'list-entry',
    guard: 'A list of people leaves only with an entry',
    file: 'lib/employees/download-list.ts',
    find: "    action: 'list_downloaded',",
    replace: "    action: 'activity_exported',",
    tests: LIST,
  },
]
