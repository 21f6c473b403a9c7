import { describe, expect, test } from 'vitest'
import { countRepeatable, toRepeat } from '#components/batches/to-repeat.ts'
import { toTyped } from '#components/employees/edit/employee-values.ts'
import { listSteps } from '#components/employees/person/list-steps.ts'
import {
  NOBODY_YET,
  personSchema,
  toNewPerson,
  toPersonUpdate,
  toPersonValues,
} from '#components/employees/person/person-values.ts'
import { findOtherPixels, toPhotoFileName } from '#components/employees/person/photo-file-name.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { readyEmployee } from '#tests/support/people.ts'

const person = readyEmployee({ id: 7, first_name: 'Anna', last_name: 'Müller', mitarbeiternummer: '00042' })

describe('the values that a form sends', () => {
  test('an existing person’s form sends only the changed fields, trimmed', () => {
    const shown = toPersonValues(person)
    expect(toPersonUpdate({ ...shown, first_name: ' Anne ' }, shown)).toEqual({ first_name: 'Anne' })
    expect(toPersonUpdate({ ...shown, last_name: 'Müller ' }, shown)).toEqual({})
  })

  test('a removed language is sent as null, not as an empty text', () => {
    const shown = toPersonValues({ ...person, locale: 'de' })
    expect(toPersonUpdate({ ...shown, locale: '' }, shown)).toEqual({ locale: null })
  })

  test('a new person’s form leaves out empty fields', () => {
    const typed = { ...NOBODY_YET, first_name: 'Zoë', last_name: 'Neu', email: 'zoe@example.com' }
    expect(toNewPerson(typed)).toEqual({ first_name: 'Zoë', last_name: 'Neu', email: 'zoe@example.com' })
  })

  test('a form never removes a number, but lets a person without one stay so', () => {
    const values = { ...toPersonValues(person), mitarbeiternummer: '' }
    expect(personSchema(values, toPersonValues(person)).safeParse(values).success).toBe(false)
    expect(personSchema(values, values).safeParse(values).success).toBe(true)
  })
})

describe('an invalid record of the service', () => {
  const odd = toPersonValues({
    ...person,
    first_name: '',
    last_name: 'x'.repeat(120),
    email: 'no address',
    mitarbeiternummer: ' 17 ',
  })
  const FIELDS = ['first_name', 'last_name', 'email', 'mitarbeiternummer'] as const

  test.each(FIELDS)('an invalid record can be changed in %s, and nothing else is checked or sent', field => {
    const values = { ...odd, [field]: field === 'email' ? 'R&D@firma.example' : 'Neu' }
    expect(personSchema(values, odd).safeParse(values).success).toBe(true)
    expect(toPersonUpdate(values, odd)).toEqual({ [field]: values[field] })
  })

  test.each(FIELDS)('an invalid record is checked in %s once that field is changed', field => {
    const wrong = { ...odd, [field]: field === 'email' ? 'another' : 'y'.repeat(101) }
    const { error } = personSchema(wrong, odd).safeParse(wrong)
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
  })

  test('an invalid record keeps its blanks until they are edited', () => {
    expect(toTyped(' 17 ', ' 17 ')).toBe(' 17 ')
    expect(toTyped(' 17  ', ' 17 ')).toBe('17')
    expect(toPersonUpdate({ ...odd, mitarbeiternummer: '17' }, odd)).toEqual({ mitarbeiternummer: '17' })
  })
})

describe('the name of one downloaded photo', () => {
  const size = { index: 1, label: 'Intranet', width: 600, height: 800 }

  test('the file name of a photo contains number, name, size and kind', () => {
    expect(toPhotoFileName(person, { variant: 'standard', size: null, pixels: null })).toBe(
      '00042_Müller_Anna.jpg',
    )
    expect(toPhotoFileName(person, { variant: 'transparent', size, pixels: null })).toBe(
      '00042_Müller_Anna_600x800.png',
    )
  })

  test('the file name of a photo contains its real size, not the promised one', () => {
    const name = toPhotoFileName(person, { variant: 'standard', size, pixels: '300x300' })
    expect(name).toBe('00042_Müller_Anna_300x300.jpg')
  })

  test('the file name of a photo is not a path, whatever the person is called', () => {
    const odd = { ...person, mitarbeiternummer: '', last_name: '../x', first_name: 'CON' }
    expect(toPhotoFileName(odd, { variant: 'standard', size: null, pixels: null })).not.toMatch(/[/\\]|^\./)
  })
})

test.each([
  [{ width: 600, height: 800 }, '600x800', null],
  [{ width: 600, height: 800 }, '300x300', { promised: '600 × 800', pixels: '300 × 300' }],
  [{ width: 600, height: 0 }, '600x333', null],
  [{ width: 600, height: 0 }, '601x333', { promised: '600 × –', pixels: '601 × 333' }],
  [{ width: 600, height: 800 }, null, null],
  [null, '3000x4000', null],
])('a download of %j that has the pixels %s is described as %j', (pixels, real, told) => {
  expect(findOtherPixels(pixels && { index: 0, label: 'Web', ...pixels }, real)).toEqual(told)
})

test('the progress shows what is done, what is to come, and a requested retake', () => {
  const steps = listSteps({ ...person, uploaded_at: null })
  expect(steps.find(({ name }) => name === 'uploaded')).toMatchObject({ done: false, at: null })
  expect(listSteps({ ...person, status: 'retake' }).at(-1)).toMatchObject({ name: 'retake', done: true })
  const again = readyEmployee({ status: 'uploaded', uploaded_at: '2026-10-16T08:00:00Z' })
  const newer = listSteps({
    ...again,
    photo: { ...again.photo, approved: false, edited_at: '2026-10-11T08:00:00+00:00' },
  })
  expect(newer.find(({ name }) => name === 'uploaded')).toMatchObject({ done: true })
  expect(
    newer.find(({ name }) => name === 'edited'),
    'not yet edited',
  ).toMatchObject({ done: false, at: null })
  const isApproved = (status: string) =>
    listSteps(readyEmployee({ status })).find(({ name }) => name === 'approved')?.done
  expect(['edited', 'photo_approved'].map(isApproved)).toEqual([true, false])
})

test('a retry concerns only failed people, and nobody when all succeeded', () => {
  const result = { name: '', mitarbeiternummer: '', error: null }
  const batch = {
    id: 'x',
    owner_email: '',
    project_id: 1,
    undoable: 1,
    undoes: null,
    action: 'locale' as const,
    locale: 'en' as const,
    state: 'done' as const,
    pause_reason: null,
    total: 2,
    done: 1,
    already: 0,
    failed: 1,
    gone: 0,
    eta_seconds: 0,
    results: [
      { ...result, employee_id: 1, outcome: 'done' as const },
      { ...result, employee_id: 2, outcome: 'failed' as const },
    ],
    created_at: '2026-11-21T00:00:00Z',
    ended_at: null,
  }
  expect(toRepeat(batch)).toEqual({ action: 'locale', project_id: 1, employee_ids: [2], locale: 'en' })
  const missing = { ...result, employee_id: 3, outcome: 'failed' as const, error: 'not_found' }
  const some = { ...batch, total: 3, failed: 2, gone: 1, results: [...batch.results, missing] }
  expect([toRepeat(some), countRepeatable(some)]).toEqual([toRepeat(batch), 1])
  expect(toRepeat({ ...batch, gone: 1, results: [missing] }), 'there is nobody any more').toBeNull()
  expect(toRepeat({ ...batch, failed: 0, done: 2, results: batch.results.slice(0, 1) })).toBeNull()
})

test('a person skipped by a cancelled batch is retried, except for a deletion', () => {
  const result = { name: '', mitarbeiternummer: '', error: null }
  const stopped = {
    ...{
      id: 'x',
      owner_email: '',
      project_id: 1,
      undoable: 0,
      undoes: null,
      locale: null,
      pause_reason: null,
    },
    ...{ state: 'cancelled' as const, total: 3, done: 1, already: 0, failed: 1, gone: 0, eta_seconds: 0 },
    ...{ created_at: '2026-11-21T00:00:00Z', ended_at: '2026-11-21T00:00:00Z' },
    results: (['done', 'failed', 'waiting'] as const).map((outcome, index) => ({
      ...result,
      employee_id: index + 1,
      outcome,
    })),
  }
  const whom = (action: 'delete' | 'locale') => {
    const again = toRepeat({ ...stopped, action })
    return again && 'employee_ids' in again && again.employee_ids
  }
  expect(whom('locale')).toEqual([2, 3])
  expect(whom('delete')).toEqual([2])
  expect(toRepeat({ ...stopped, action: 'locale', undoes: 'y' })).toBeNull()
})

test('people are shown by name, or by address when the service has no name', () => {
  const email = 'anna@example.com'
  expect(toPersonName({ first_name: 'Anna', last_name: 'Müller', email })).toBe('Anna Müller')
  expect(toPersonName({ first_name: '', last_name: ' ', email })).toBe(email)
})
