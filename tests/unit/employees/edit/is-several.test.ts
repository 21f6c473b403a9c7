import { expect, test } from 'vitest'
import { isSeveral } from '#components/employees/edit/is-several.ts'

test.each([
  ['one cell of a spreadsheet, which ends its line', 'Müller\r\n', false],
  ['a name with a blank', ' Anna Maria ', false],
  ['two columns', 'Anna\tMüller', true],
  ['two rows', 'Anna\nBerta\n', true],
  ['rows of an old Mac', 'Anna\rBerta', true],
])('pasted text is one value or several: %s', (_, pasted, several) => {
  expect(isSeveral(pasted)).toBe(several)
})
