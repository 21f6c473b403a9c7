import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBulkChange, noteBulkChange, noteUndoable } from '#components/employee-data/bulk-changes.ts'
import type { Cell } from '#components/employees/edit/cells.ts'
import {
  findChange,
  findInvited,
  noteChange,
  noteInvitation,
  offerUndo,
} from '#components/employees/edit/undo.ts'
import { takeToasts, toast } from '#components/ui/toast/toast.ts'
import { until } from '#tests/support/until.ts'

const words = { title: 'Saved', action: 'Undo' }
let person = 0
let undone: string[]

beforeEach(() => {
  person += 1
  undone = []
  takeToasts()
  vi.stubGlobal('document', { addEventListener: vi.fn() })
})

afterEach(() => vi.unstubAllGlobals())

function save(label: string, fields: readonly Cell['field'][], works = true): void {
  offerUndo({
    employeeId: person,
    fields,
    words,
    async undo(taken) {
      undone.push(`${label} ${taken.join()}`)
      return works
    },
  })
}

const cell = (field: Cell['field'], employeeId = person): Cell => ({ employeeId, field })

test('a cell undoes its own last change, then the one before, and no other cell’s', () => {
  save('first', ['last_name'])
  save('second', ['last_name'])
  save('other', ['email'])
  expect(findChange(cell('first_name'))).toBeNull()
  expect(findChange(cell('last_name', person + 1))).toBeNull()
  findChange(cell('last_name'))?.undo()
  findChange(cell('last_name'))?.undo()
  expect(undone).toEqual(['second last_name', 'first last_name'])
  expect(findChange(cell('last_name'))).toBeNull()
})

test('a cell undoes only its own field of a form that was saved as a whole', () => {
  save('form', ['first_name', 'last_name'])
  findChange(cell('last_name'))?.undo()
  expect(undone).toEqual(['form last_name'])
  expect(findChange(cell('first_name'))).not.toBeNull()
})

test('a failed undo can be tried again', async () => {
  save('refused', ['locale'], false)
  findChange(cell('locale'))?.undo()
  await until('it is offered again', async () => findChange(cell('locale')) !== null)
})

test('an address stays once its invitation was sent, and the cell knows its recipient', () => {
  save('address', ['email', 'last_name'])
  expect(findInvited(cell('email'))).toBeUndefined()
  noteInvitation(person, 'new@example.com')
  expect(findChange(cell('email'))).toBeNull()
  expect(findInvited(cell('email'))).toBe('new@example.com')
  expect(findInvited(cell('last_name'))).toBeUndefined()
  expect(findChange(cell('last_name'))).not.toBeNull()
})

test('a new toast replaces the one that offered to undo the change before', () => {
  save('first', ['last_name'])
  const [first] = takeToasts().messages
  save('second', ['first_name'])
  expect(takeToasts()).toMatchObject({ messages: [{ title: 'Saved' }], closing: [first?.id] })
})

test('a newer change shown elsewhere withdraws the earlier offer to undo', () => {
  const newer = () =>
    noteChange({ employeeId: person + 1, fields: [], words, undo: () => Promise.resolve(true) })
  save('a number', ['mitarbeiternummer'])
  const [offer] = takeToasts().messages
  newer()
  expect(takeToasts().closing).toEqual([offer?.id])
  const ofMany = toast({ title: 'Changed for many', action: { label: 'Undo', onPress() {} }, ofChange: true })
  takeToasts()
  newer()
  expect(takeToasts().closing).toEqual([ofMany])
})

test('the toast undoes everything that was saved with it', () => {
  save('form', ['first_name', 'last_name'])
  takeToasts().messages[0]?.action?.onPress()
  expect(undone).toEqual(['form first_name,last_name'])
  expect(findChange(cell('last_name'))).toBeNull()
})

test('a bulk change can be undone as long as the desk says so, wherever it was undone', () => {
  const noteOf = (id: string, people: number[]) =>
    noteBulkChange({ id, people: new Set(people), words, undo: () => undone.push(id) })
  noteOf('first', [1, 2])
  noteOf('second', [2, 3])
  const last = (employeeId?: number) => findBulkChange(employeeId)?.id
  expect([last(1), last(2), last(4), last()]).toEqual(['first', 'second', undefined, 'second'])
  // The change was undone in the list of work, or in another tab.
  noteUndoable('second', false)
  expect([last(2), last(3), last()]).toEqual(['first', undefined, 'first'])
  // The undo did not succeed for everybody.
  noteUndoable('second', true)
  expect(last(2)).toBe('second')
})
