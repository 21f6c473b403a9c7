import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import * as contract from '#lib/portrait-api/contract.ts'
import * as inputs from '#lib/portrait-api/input-contract.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success
const INPUT = { first_name: 'Anna', last_name: 'Groß', email: 'anna@example.com' }
const PROJECT = {
  id: 1,
  projektnummer: '2026-1',
  name: 'Köln',
  status: 'active',
  start_date: null,
  deadline: '2026-12-01',
  employees_count: 0,
}

describe('answers', () => {
  test('the examples of the specification are accepted', () => {
    expect(accepts(contract.projectSchema, PROJECT)).toBe(true)
    expect(accepts(contract.employeeListResponse, pageOf([readyEmployee()]))).toBe(true)
    const nothing = { approved: false, edited_at: null, standard_url: null, transparent_url: null }
    const fresh = {
      locale: null,
      status: 'pending',
      invited_at: null,
      uploaded_at: null,
      photo: nothing,
    } as const
    expect(accepts(contract.employeeSchema, readyEmployee(fresh))).toBe(true)
  })

  test('unknown words are kept', () => {
    const employee = { ...readyEmployee(), status: 'on_hold', locale: 'fr' }
    expect(contract.employeeSchema.parse(employee)).toEqual(employee)
  })

  test('unknown fields of a newer service are dropped, not refused', () => {
    expect(contract.projectSchema.parse({ ...PROJECT, colour: 'red' })).toEqual(PROJECT)
    const employee = readyEmployee()
    expect(contract.employeeResponse.parse({ data: { ...employee, age: 7 }, extra: 1 })).toEqual({
      data: employee,
    })
  })

  test.each(Object.keys(PROJECT))('a project without %s is refused', field => {
    const { [field as keyof typeof PROJECT]: _, ...rest } = PROJECT
    expect(accepts(contract.projectSchema, rest)).toBe(false)
  })

  test.each(Object.keys(readyEmployee()))('an employee without %s is refused', field => {
    const { [field as keyof contract.Employee]: _, ...rest } = readyEmployee()
    expect(accepts(contract.employeeSchema, rest)).toBe(false)
  })

  test.each([{ id: 0 }, { id: 1.5 }, { id: '1' }, { invited_at: '2026-10-01' }, { invited_at: 'yesterday' }])(
    'an employee with %j is refused',
    change => {
      expect(accepts(contract.employeeSchema, { ...readyEmployee(), ...change })).toBe(false)
    },
  )
})

describe('inputs', () => {
  test('the three required fields suffice, and number and language are optional', () => {
    expect(accepts(inputs.employeeInputSchema, INPUT)).toBe(true)
    const whole = { ...INPUT, mitarbeiternummer: '007/13', locale: null }
    expect(accepts(inputs.employeeInputSchema, whole)).toBe(true)
  })

  test.each([
    { first_name: '' },
    { first_name: '   ' },
    { last_name: 'x'.repeat(101) },
    { email: 'anna' },
    { email: `${'x'.repeat(250)}@example.com` },
    { mitarbeiternummer: '' },
    { mitarbeiternummer: 'x'.repeat(101) },
    { locale: 'fr' },
    { status: 'edited' },
    { firstname: 'Anna' },
  ])('an input with %j is refused', change =>
    expect(accepts(inputs.employeeInputSchema, { ...INPUT, ...change })).toBe(false),
  )

  test.each(['first_name', 'last_name', 'mitarbeiternummer'])(
    'the field %s holds 100 characters, even if each is an emoji, and not 101',
    field => {
      const holds = (length: number) =>
        accepts(inputs.employeeInputSchema, { ...INPUT, [field]: '🙂'.repeat(length) })
      expect([holds(100), holds(101)]).toEqual([true, false])
    },
  )

  test.each(Object.keys(INPUT))('the field %s may be missing in an update only', field => {
    const { [field as keyof typeof INPUT]: _, ...rest } = INPUT
    expect(accepts(inputs.employeeInputSchema, rest)).toBe(false)
    expect(accepts(inputs.employeeUpdateSchema, rest)).toBe(true)
  })

  test.each([
    'R&D@firma.example',
    'müller@firma.example',
    'a@müller.example',
    'info!@firma.example',
    'anna@localhost',
    '"a@b"@c.example',
    '"anna.groß"@firma.example',
    'anna@firma.example.',
  ])('the address %s is left to the service to judge', email =>
    expect(inputs.employeeInputSchema.parse({ ...INPUT, email }).email).toBe(email),
  )

  test.each([
    '',
    ' ',
    '@',
    'anna@',
    '@firma.example',
    'an na@b.example',
    'anna@b\u00a0.example',
    'a@b\u0007',
    'a@b\u2003c',
    'a@b@c.example',
    'a@@c.example',
    '"a"@b@c.example',
  ])('the text %j is no e-mail address to anybody', email =>
    expect(accepts(inputs.employeeInputSchema, { ...INPUT, email })).toBe(false),
  )

  test('an address holds 255 characters and not 256', () => {
    const holds = (length: number) =>
      accepts(inputs.employeeInputSchema, { ...INPUT, email: `${'🙂'.repeat(length - 2)}@b` })
    expect([holds(255), holds(256)]).toEqual([true, false])
  })

  test('a long text is judged at once', () => {
    for (const email of [`${'@'.repeat(30_000)} `, `a${'@'.repeat(30_000)}`, ' '.repeat(30_000)])
      expect(accepts(inputs.employeeInputSchema, { ...INPUT, email })).toBe(false)
  })
})

describe('queries in an address', () => {
  test('a query’s number is counted in characters, as the service counts it', () => {
    const holds = (length: number) =>
      accepts(inputs.employeeQuerySchema, { mitarbeiternummer: '🙂'.repeat(length) })
    expect([holds(100), holds(101)]).toEqual([true, false])
  })

  test('numbers in a query are read', () => {
    expect(inputs.employeeQuerySchema.parse({ page: '2', per_page: '200', photo_ready: '1' })).toEqual({
      page: 2,
      per_page: 200,
      photo_ready: '1',
    })
    expect(inputs.photoQuerySchema.parse({ variant: 'transparent', size: '0' })).toEqual({
      variant: 'transparent',
      size: 0,
    })
  })

  test.each([
    { page: '0' },
    { page: '' },
    { page: '1e2' },
    { page: ' 1' },
    { page: '0x10' },
    { page: '1.5' },
    { per_page: '0' },
    { per_page: '201' },
    { photo_ready: '0' },
    { photo_ready: 'true' },
    { status: 'approved' },
    { mitarbeiternummer: '' },
    { search: 'anna' },
  ])('a query with %j is refused', query => expect(accepts(inputs.employeeQuerySchema, query)).toBe(false))

  test.each([
    { size: '' },
    { size: '-1' },
    { size: '1.0' },
    { size: 'x' },
    { variant: '' },
    { variant: 'png' },
    { v: '1' },
  ])('a photo query with %j is refused', query => expect(accepts(inputs.photoQuerySchema, query)).toBe(false))
})
