import { expect, test } from 'vitest'
import { findCommands } from '#components/palette/find-commands.ts'

const COMMANDS = [
  { label: 'Zentrale Köln – Herbst 2026', hint: '2026-0117 · Active' },
  { label: 'Werk Leipzig – Herbst 2026', hint: '2026-0131 · Active' },
  { label: 'Niederlassung München', hint: '2026-0042 · Completed' },
  { label: 'Sign out' },
  { label: 'Projects' },
]
const find = (query: string) => findCommands(COMMANDS, query).map(({ label }) => label)

test('an empty query finds everything, in its order', () => {
  expect(find('')).toEqual(COMMANDS.map(({ label }) => label))
  expect(find('   ')).toHaveLength(COMMANDS.length)
})

test.each(['köln', 'KOLN', 'koeln', 'zentrale köln', 'köln zentrale', '0117', 'ze ko 26'])(
  'the query %s finds Cologne first',
  query => expect(find(query)[0]).toBe('Zentrale Köln – Herbst 2026'),
)

test('first letters and digits find a name', () => {
  expect(find('wlh')).toEqual(['Werk Leipzig – Herbst 2026'])
  expect(find('so')).toContain('Sign out')
})

test('a name that begins with the word comes before one that only holds it', () => {
  expect(
    findCommands([{ label: 'Alte Projekte' }, { label: 'Projekte' }], 'proj').map(({ label }) => label),
  ).toEqual(['Projekte', 'Alte Projekte'])
})

test('letters of one word do not find what has them by chance', () => {
  expect(find('zzz')).toEqual([])
  expect(find('niederlassungx')).toEqual([])
  expect(find('köln münchen')).toEqual([])
})
