import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BY_NUMBER, type Naming } from '#lib/exports/naming/naming.ts'
import { FileNames } from '#lib/exports/plan/file-names.ts'
import type { Characters } from '#lib/exports/targets/target.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { runs } from '#tests/support/night.ts'
import { readyEmployee } from '#tests/support/people.ts'
import { anyText } from '#tests/support/unicode.ts'

type Person = Partial<Employee>
type Options = { characters?: Characters; endings?: readonly string[] }

const FACTS = {
  project: { projektnummer: 'P-7', name: 'Köln' },
  createdAt: new Date('2026-11-03T23:30:00Z'),
  timeZone: 'Europe/Berlin',
}

function nameAll(naming: Partial<Naming>, people: Person[], options: Options = {}) {
  const names = new FileNames(
    { ...BY_NUMBER, ...naming },
    { ...FACTS, characters: 'any', endings: ['.jpg'], ...options },
  )
  const paths = people.map((person, index) => {
    const employee = readyEmployee({ id: index + 1, ...person })
    return names.take(employee, employee.photo.edited_at ?? '')
  })
  return { paths, notices: names.notices().map(({ employee_id, code }) => [employee_id, code]) }
}

const nameOne = (naming: Partial<Naming>, person: Person, options?: Options) => {
  const { paths, notices } = nameAll(naming, [person], options)
  return { path: paths[0], codes: notices.map(([, code]) => code) }
}

const JOERG = {
  first_name: 'Jörg',
  last_name: 'Groß',
  email: 'Joerg.Gross@example.com',
  mitarbeiternummer: '42',
}

describe('a name by template', () => {
  test.each([
    ['{mitarbeiternummer}', '42'],
    ['{last_name}_{first_name}', 'Groß_Jörg'],
    ['{email}', 'Joerg.Gross@example.com'],
    ['{email_local}', 'Joerg.Gross'],
    ['{project} {project_name} {id}', 'P-7 Köln 1'],
    ['{id} {date} {edited}', '1 2026-11-04 2026-10-07'],
  ])('the template %s gives its name', (template, path) =>
    expect(nameOne({ template }, JOERG)).toEqual({ path, codes: [] }),
  )

  test.each(['2026-10-07T00:30:00+02:00', '2026-10-06T22:30:00Z', '2026-10-06T22:30:00.000000Z'])(
    'a name has the local day of an edit, however the service writes it: %s',
    edited_at => {
      const photo = { ...readyEmployee().photo, edited_at }
      expect(nameOne({ template: '{id} {edited}' }, { photo }).path).toBe('1 2026-10-07')
    },
  )

  test('an address with two @ gives the part before the last one', () => {
    expect(nameOne({ template: '{email_local}' }, { email: '"a@b"@example.com' }).path).toBe('_a@b_')
  })
})

describe('options', () => {
  test('transliteration gives ASCII names without a notice, because it was requested', () => {
    const template = '{last_name}_{first_name}'
    expect(nameOne({ template, transliterate: true }, JOERG)).toEqual({ path: 'Gross_Joerg', codes: [] })
  })

  test('letter case is applied after transliteration', () => {
    const naming = { template: '{last_name}', transliterate: true, letter_case: 'upper' } as const
    expect(nameOne(naming, { last_name: 'Weiß Ärmel' }).path).toBe('WEISS AERMEL')
    expect(nameOne({ template: '{email}', letter_case: 'lower' }, JOERG).path).toBe('joerg.gross@example.com')
  })

  test('zeros are added only to numbers of digits', () => {
    expect(nameOne({ pad: 6 }, { mitarbeiternummer: '42' }).path).toBe('000042')
    expect(nameOne({ pad: 6 }, { mitarbeiternummer: '12345678' }).path).toBe('12345678')
    expect(nameOne({ pad: 9 }, { mitarbeiternummer: 'MA--017' }).path).toBe('MA--017')
  })

  test.each([
    ['Ärmel', 'A'],
    ['\u202eÄrmel', 'A'],
    ['öztürk', 'O'],
    ['Şahin', 'S'],
    ['ßmann', 'ß'],
    ['Шевченко', 'Ш'],
    ['李', '李'],
    ['3M', '_'],
    ['', '_'],
    ['-', '_'],
  ])('the folder of %j is %s', (last_name, folder) => {
    expect(nameOne({ folder: 'letter' }, { last_name }).path).toBe(`${folder}/000001`)
  })

  test('folders of an ASCII target are ASCII as well', () => {
    const naming = { folder: 'letter', transliterate: true } as const
    expect(nameOne(naming, { last_name: 'Шевченко' }).path).toBe('S/000001')
    expect(nameOne(naming, { last_name: '李' }).path).toBe('_/000001')
  })

  test('a status gives its photos a folder', () => {
    expect(nameOne({ folder: 'status' }, { status: 'retake' }).path).toBe('retake/000001')
    for (const status of ['../../etc', 'on_hold', ''])
      expect(nameOne({ folder: 'status' }, { status }).path).toBe('other/000001')
  })
})

describe('notices about changed names', () => {
  test.each([
    [{ mitarbeiternummer: '007/13' }, '007_13', ['name_changed']],
    [{ mitarbeiternummer: 'nul' }, 'nul_', ['name_changed']],
    [{ mitarbeiternummer: '..' }, 'employee-1', ['name_changed']],
    [{ mitarbeiternummer: 'x'.repeat(300) }, 'x'.repeat(186), ['name_shortened']],
    [{ mitarbeiternummer: ' ' }, 'employee-1', ['no_number']],
    [{ mitarbeiternummer: '\u00ad7' }, '7', ['invisible_removed']],
    [{ mitarbeiternummer: '\u202e7/13' }, '7_13', ['invisible_removed', 'name_changed']],
    [{ mitarbeiternummer: '\u3164' }, 'employee-1', ['no_number']],
    [{ mitarbeiternummer: 'a\u034f\u0308' }, 'ä', ['invisible_removed']],
    [{ status: 'retake' }, '000001', ['retake_requested']],
    [{}, '000001', []],
  ] as [Person, string, string[]][])('a changed name has its notice: %o', (person, path, codes) => {
    expect(nameOne({}, person)).toEqual({ path, codes })
  })

  test('a name without an ASCII form becomes the number, or else the id', () => {
    const naming = { template: '{last_name}', transliterate: true }
    const li = { last_name: '李', mitarbeiternummer: 'Ö-17' }
    expect(nameOne(naming, li)).toEqual({ path: 'Oe-17', codes: ['name_unwritable'] })
    expect(nameOne(naming, { ...li, mitarbeiternummer: '李' })).toEqual({
      path: 'employee-1',
      codes: ['name_unwritable'],
    })
  })

  test('invisible characters do not prevent a name in ASCII', () => {
    const naming = { template: '{last_name}', transliterate: true }
    expect(nameOne(naming, { last_name: 'Gro\u3164ß' })).toEqual({
      path: 'Gross',
      codes: ['invisible_removed'],
    })
    expect(nameOne(naming, { last_name: '李', mitarbeiternummer: '\u31647' }).path).toBe('7')
  })

  test('two numbers that look alike give two files, each with a notice', () => {
    expect(nameAll({}, [{ mitarbeiternummer: '7' }, { mitarbeiternummer: '\u00ad7' }])).toEqual({
      paths: ['7', '7 (2)'],
      notices: [
        [1, 'duplicate_name'],
        [2, 'invisible_removed'],
        [2, 'duplicate_name'],
      ],
    })
  })

  test('a plain target allows letters, digits, dot, hyphen and underscore', () => {
    expect(
      nameOne({ template: '{email}' }, { email: "o'neill+x@example.com" }, { characters: 'plain' }),
    ).toEqual({
      path: 'o_neill_x_example.com',
      codes: ['name_changed'],
    })
  })

  test('two people with one name get a file each, each with a notice', () => {
    const people = [{ last_name: 'Groß' }, { last_name: 'Kim' }, { last_name: 'GROSS' }]
    expect(nameAll({ template: '{last_name}' }, people)).toEqual({
      paths: ['Groß', 'Kim', 'GROSS (2)'],
      notices: [
        [1, 'duplicate_name'],
        [3, 'duplicate_name'],
      ],
    })
  })

  test('a plain target numbers without spaces and brackets', () => {
    const people = [{ last_name: 'Kim' }, { last_name: 'Kim' }]
    const { paths } = nameAll({ template: '{last_name}' }, people, { characters: 'plain' })
    expect(paths).toEqual(['Kim', 'Kim_2'])
  })

  test('two names that differ only in their folder count as one name', () => {
    const people = [
      { last_name: 'Adam', mitarbeiternummer: '7' },
      { last_name: 'Berg', mitarbeiternummer: '7' },
    ]
    expect(nameAll({ folder: 'letter' }, people).paths).toEqual(['A/7', 'B/7 (2)'])
  })
})

describe('names of any people, naming and target', () => {
  const person = fc.record({
    mitarbeiternummer: anyText,
    first_name: anyText,
    last_name: fc.oneof(anyText, fc.constantFrom('ß', 'SS', 'ä', 'a\u0308', 'A')),
    email: anyText,
    status: fc.constantFrom('edited', 'retake'),
  })
  const naming = fc.record({
    template: fc.constantFrom(
      '{mitarbeiternummer}',
      '{last_name}',
      '{last_name}_{first_name}',
      '{email}',
      '{email_local}',
    ),
    transliterate: fc.boolean(),
    letter_case: fc.constantFrom('keep', 'lower', 'upper'),
    pad: fc.nat(20),
    folder: fc.constantFrom('none', 'letter', 'status'),
  })
  const options = fc.record({
    characters: fc.constantFrom('any', 'ascii', 'plain'),
    endings: fc.constantFrom(['.jpg'], ['-480.webp', '-960.webp']),
  })
  const holds = (
    law: (files: string[], naming: Naming, options: Required<Options>, people: Person[]) => void,
  ) =>
    fc.assert(
      fc.property(fc.array(person, { maxLength: 10 }), naming, options, (people, naming, options) => {
        const { paths } = nameAll(naming, people, options)
        law(
          paths.flatMap(path => options.endings.map(ending => path + ending)),
          naming,
          options,
          people,
        )
      }),
      runs(2000),
    )

  test('all people have files of their own, even if the file system ignores case and composition', () =>
    holds((files, _, { endings }, people) => {
      const folded = files.map(file =>
        file.replace(/^.*\//, '').normalize('NFC').toLowerCase().toUpperCase().toLowerCase(),
      )
      expect(new Set(folded).size).toBe(people.length * endings.length)
    }))

  test('no file leaves the archive, no path exceeds 200 characters, no name 255 bytes', () =>
    holds((files, { folder }) => {
      for (const file of files) {
        expect(file.length).toBeLessThanOrEqual(200)
        const parts = file.split('/')
        expect(parts).toHaveLength(folder === 'none' ? 1 : 2)
        for (const part of parts) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
          expect(part).not.toMatch(/^[\s.]|[\s.]$|[\\:*?"<>|\p{Cc}]/u)
          expect(part).not.toBe('')
        }
      }
    }))

  test('an ASCII naming leaves only ASCII characters', () =>
    holds((files, { transliterate }, { characters }) => {
      for (const file of files) {
        if (transliterate || characters !== 'any') expect(file).toMatch(/^[\x20-\x7e]*$/)
        if (characters === 'plain') expect(file).toMatch(/^[A-Za-z0-9._/-]*$/)
      }
    }))

  test('a file with another name than requested always has a notice', () =>
    fc.assert(
      fc.property(fc.array(person, { maxLength: 6 }), people => {
        const { paths, notices } = nameAll({}, people)
        for (const [index, { mitarbeiternummer }] of people.entries()) {
          const told = notices.some(([id, code]) => id === index + 1 && code !== 'retake_requested')
          expect(told || paths[index] === mitarbeiternummer.normalize('NFC')).toBe(true)
        }
      }),
      runs(2000),
    ))
})
