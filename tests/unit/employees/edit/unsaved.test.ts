import { beforeEach, expect, test, vi } from 'vitest'
import {
  dropSaving,
  dropUnsaved,
  findUnsaved,
  keepRefused,
  keepTyped,
  keepUnsaved,
} from '#components/employees/edit/unsaved.ts'
import { readyEmployee } from '#tests/support/people.ts'

const person = readyEmployee({ id: 7, last_name: 'Alt' })
const SAVING = { field: 'last_name', text: 'Neu', reason: null } as const
const NEWER = { field: 'last_name', text: 'Neumann', reason: 'Not sent yet.', shown: 'Alt' } as const

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  })
  vi.stubGlobal('window', new EventTarget())
  dropUnsaved(7)
  keepUnsaved(person, SAVING)
})

test('a save that was answered lets go of what it was about, and of nothing that was typed for the field meanwhile', () => {
  dropSaving(7, 'last_name')
  expect(findUnsaved(7, 'last_name')).toBeUndefined()

  keepUnsaved(person, SAVING)
  keepTyped(person, [NEWER], ['last_name'])
  dropSaving(7, 'last_name')
  expect(findUnsaved(7, 'last_name')).toMatchObject(NEWER)
})

test('a save that was refused stays with its reason, unless another value was typed for the field meanwhile', () => {
  const refused = { ...SAVING, reason: 'Taken.' }
  keepRefused(person, refused)
  expect(findUnsaved(7, 'last_name')).toMatchObject(refused)

  keepUnsaved(person, SAVING)
  keepTyped(person, [NEWER], ['last_name'])
  keepRefused(person, refused)
  expect(findUnsaved(7, 'last_name')).toMatchObject(NEWER)
})
