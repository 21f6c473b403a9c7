import { expect, test } from 'vitest'
import { isSeveral, typeAhead } from '#components/employees/edit/type-ahead.ts'

const press = (key: string, { ctrlKey = false, metaKey = false, altGraph = false } = {}) => ({
  ...{ key, ctrlKey, metaKey },
  getModifierState: (name: string) => name === 'AltGraph' && altGraph,
})

test('letters are typed behind what is there, also those of a third level, and the last one can be taken back', () => {
  expect(typeAhead('', press('M'))).toBe('M')
  expect(typeAhead('anna', press('@', { ctrlKey: true, altGraph: true }))).toBe('anna@')
  expect(typeAhead('x', press('𝒳'))).toBe('x𝒳')
  expect(typeAhead('x𝒳', press('Backspace'))).toBe('x')
  expect(typeAhead('', press('Backspace'))).toBe('')
})

test('a key that moves or commands types nothing', () => {
  for (const key of ['ArrowDown', 'Enter', 'Dead', 'F5', 'Shift'])
    expect(typeAhead('x', press(key))).toBeNull()
  expect(typeAhead('x', press('a', { ctrlKey: true }))).toBeNull()
  expect(typeAhead('x', press('a', { metaKey: true }))).toBeNull()
})

test.each([
  ['one cell of a spreadsheet, which ends its line', 'Müller\r\n', false],
  ['a name with a blank', ' Anna Maria ', false],
  ['two columns', 'Anna\tMüller', true],
  ['two rows', 'Anna\nBerta\n', true],
  ['rows of an old Mac', 'Anna\rBerta', true],
])('%s: several are %s', (_, pasted, several) => {
  expect(isSeveral(pasted)).toBe(several)
})
