import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findHits } from '#lib/employees/search/find-hits.ts'
import { findPeople } from '#lib/employees/search/find-people.ts'
import { fold } from '#lib/i18n/fold.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { readyEmployee } from '#tests/support/people.ts'

const person = (id: number, first_name: string, last_name: string, changes: Partial<Employee> = {}) =>
  readyEmployee({ id, first_name, last_name, ...changes })

const PEOPLE = [
  person(1, 'Jörg', 'Müller', { email: 'j.mueller@example.com', mitarbeiternummer: '00042' }),
  person(2, 'Samuel', 'Mueller-Lüdenscheidt', { email: 'samuel@example.com', mitarbeiternummer: '4200' }),
  person(3, 'Zoë', 'Groß', { email: 'zoe.gross@example.com', mitarbeiternummer: 'MA--003' }),
  person(4, 'Łukasz', 'Søndergård', { email: 'lukasz@example.com', mitarbeiternummer: '77' }),
  person(5, 'Manuela', 'Ärmel', { email: 'manuela@example.org', mitarbeiternummer: '78' }),
]
const found = (query: string) => findPeople(PEOPLE, query).people.map(({ id }) => id)
const marked = (text: string, query: string) =>
  findHits(text, query).map(({ from, to }) => text.slice(from, to))

describe('a search', () => {
  test.each([
    ['müller', [1, 2]],
    ['mueller', [2, 1]],
    ['MULLER', [2, 1]],
    ['muell', [2, 1]],
    ['groß', [3]],
    ['gross', [3]],
    ['zoe', [3]],
    ['lukasz sondergard', [4]],
    ['armel', [5]],
    ['aermel', [5]],
    ['el', [2, 5, 1]],
    ['manue', [5]],
    ['scheidt sam', [2]],
    ['example.org', [5]],
    ['nobody', []],
    ['müller nobody', []],
    ['Müller, Jörg', [1]],
    ['Groß,Zoë', [3]],
  ])('a search for %j finds the people whose names, e-mail or number hold all its words', (query, ids) => {
    expect(found(query).toSorted()).toEqual([...ids].toSorted())
  })

  test('a search puts the best match first: whole values before beginnings, names before addresses', () => {
    expect(found('00042')).toEqual([1])
    expect(found('42')).toEqual([2, 1])
    expect(found('manuela')).toEqual([5])
    expect(found('müller')[0]).toBe(1)
  })

  test.each([
    ['mueler', [1, 2]],
    ['mulelr', [1, 2]],
    ['Lüdenschied', [2]],
    ['Lüdenscheit', [2]],
    ['ludenschiedt', [2]],
    ['manueal', [5]],
    ['xamuel', [2]],
    ['sondergrad', [4]],
    ['samul mueler', [2]],
    ['jörg muleler', [1]],
    ['luedenscheitd', [2]],
    ['sondegrad', [4]],
    ['mammeal', []],
    ['mxxler', []],
    ['00043', []],
    ['zoa', []],
    ['manuela@exampel.org', []],
  ])('a search for %j without a match finds names a typo away: %j', (query, ids) => {
    const { people, similar } = findPeople(PEOPLE, query)
    expect(people.map(({ id }) => id)).toEqual(ids)
    expect(similar).toBe(ids.length > 0)
  })

  test('a search with a match finds no merely similar name', () => {
    const people = [...PEOPLE, person(6, 'Jan', 'Meier'), person(7, 'Jon', 'Meyer')]
    expect(findPeople(people, 'meier')).toEqual({ people: [people[5]], similar: false })
    expect(findPeople(people, 'meiert')).toEqual({ people: [people[5]], similar: true })
  })

  test('a search puts the nearest names first: fewer typos, and whole names before longer ones', () => {
    const people = [
      person(8, 'Mia', 'Müller-Lüdenscheidt'),
      person(9, 'Jan', 'Müller'),
      person(10, 'Ben', 'Mülle'),
    ]
    expect(findPeople(people, 'mueler').people.map(({ id }) => id)).toEqual([9, 8])
    expect(findPeople(people, 'mai mueler').people.map(({ id }) => id)).toEqual([])
  })

  test('a search forgives two typos in a long word when nobody is nearer', () => {
    const people = [person(11, 'Konstantin', 'Kowalski'), person(12, 'Konstanze', 'Wiśniewski')]
    expect(findPeople(people, 'konstntin').people).toEqual([people[0]])
    expect(findPeople(people, 'kovalsky').people).toEqual([people[0]])
    expect(findPeople(people, 'wisnievsky konstanse').people).toEqual([people[1]])
    expect(findPeople(people, 'wischnjevsky').people).toEqual([])
  })

  test('an empty search finds everybody in their order', () => {
    expect(found('  ')).toEqual([1, 2, 3, 4, 5])
  })

  test('a search finds a person by any part of the record, however it is typed', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aAäÄeEoOöuUüßsSlŁéÉ-'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('', 'upper', 'lower', 'nfd'),
        (name, a, b, how) => {
          const from = a % name.length
          const part = name.slice(from, from + 1 + (b % name.length))
          const typed = {
            '': part,
            upper: part.toUpperCase(),
            lower: part.toLowerCase(),
            nfd: part.normalize('NFD'),
          }[how]
          const [hit] = findPeople([person(9, 'x', name)], typed).people
          expect(hit?.id).toBe(9)
          expect(findHits(name, typed)).not.toEqual([])
        },
      ),
    )
  })
})

test('a letter is folded alike among plain letters and among others', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'aAeEoOuUxX1-@. ') })
  fc.assert(
    fc.property(plain, text => {
      const { plain, german, short } = fold(text)
      expect(fold(`Ł${text}`)).toEqual({ plain: `l${plain}`, german: `l${german}`, short: `l${short}` })
    }),
  )
})

describe('hits', () => {
  test.each([
    ['Müller', 'muell', ['Müll']],
    ['Mueller', 'müll', ['Muell']],
    ['Mueller', 'mull', ['Muell']],
    ['Groß', 'gros', ['Groß']],
    ['Anna Maria', 'ri an', ['An', 'ri']],
    ['Łukasz', 'luk', ['Łuk']],
    ['Jo\u0308rg', 'jörg', ['Jo\u0308rg']],
    ['anna', 'n', ['nn']],
    ['Anna', '', []],
  ])('hits in %j for %j are exactly the matching letters', (text, query, parts) => {
    expect(marked(text, query)).toEqual(parts)
  })

  test('hits are in order, inside the text, and never touch each other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 5 }), (text, query) => {
        let end = -1
        for (const { from, to } of findHits(text, query)) {
          expect(from).toBeGreaterThan(end)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
          end = to
        }
      }),
    )
  })
})

test('folding is the same for a text and for what it folds to', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const { plain } = fold(text)
      expect(fold(plain).plain).toBe(plain)
    }),
  )
})
