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

test('an answered save drops its own value, but no newer input for the field', () => {
  dropSaving(7, 'last_name')
  expect(findUnsaved(7, 'last_name')).toBeUndefined()

  keepUnsaved(person, SAVING)
  keepTyped(person, [NEWER], ['last_name'])
  dropSaving(7, 'last_name')
  expect(findUnsaved(7, 'last_name')).toMatchObject(NEWER)
})

test('a refused save keeps its value and reason, unless the field has newer input', () => {
  const refused = { ...SAVING, reason: 'Taken.' }
  keepRefused(person, refused)
  expect(findUnsaved(7, 'last_name')).toMatchObject(refused)

  keepUnsaved(person, SAVING)
  keepTyped(person, [NEWER], ['last_name'])
  keepRefused(person, refused)
  expect(findUnsaved(7, 'last_name')).toMatchObject(NEWER)
})
