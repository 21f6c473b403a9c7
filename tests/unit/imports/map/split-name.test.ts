import { expect, test } from 'vitest'
import { splitName } from '#lib/imports/map/map-rows.ts'

test.each([
  ['Anna Müller', 'Anna', 'Müller'],
  ['Anna Maria Müller-Lüdenscheidt', 'Anna Maria', 'Müller-Lüdenscheidt'],
  ['Ursula von der Leyen', 'Ursula', 'von der Leyen'],
  ['Vincent Van Gogh', 'Vincent', 'Van Gogh'],
  ['Juan de la Cruz', 'Juan', 'de la Cruz'],
  ['Karl-Theodor Freiherr von und zu Guttenberg', 'Karl-Theodor', 'Freiherr von und zu Guttenberg'],
  ['Dr. Anna Müller', 'Anna', 'Müller'],
  ['Frau Prof. Dr.-Ing. Anna Müller', 'Anna', 'Müller'],
  ['Anh Le', 'Anh', 'Le'],
  ['Phil Müller', 'Phil', 'Müller'],
  ['Nat King', 'Nat', 'King'],
  ['Dr. Phil Müller', 'Phil', 'Müller'],
  ['Dr. phil. Anna Müller', 'Anna', 'Müller'],
  ['Dr rer nat Anna Müller', 'Anna', 'Müller'],
  ['Mag. Anna Müller', 'Anna', 'Müller'],
  ['Müller', '', 'Müller'],
  ['  Anna   Müller ', 'Anna', 'Müller'],
])('a name with first name first is split: %s', (name, first_name, last_name) => {
  expect(splitName(name, 'first_last')).toEqual({ first_name, last_name })
})

test.each([
  ['Müller, Anna', 'Anna', 'Müller'],
  ['Müller Anna', 'Anna', 'Müller'],
  ['Müller Anna Maria', 'Anna Maria', 'Müller'],
  ['von der Leyen, Ursula', 'Ursula', 'von der Leyen'],
  ['von der Leyen Ursula', 'Ursula', 'von der Leyen'],
  ['Leyen, Ursula von der', 'Ursula', 'von der Leyen'],
  ['Leyen Ursula von der', 'Ursula', 'von der Leyen'],
  ['de la Cruz Juan', 'Juan', 'de la Cruz'],
  ['Müller, Dr. Anna', 'Anna', 'Müller'],
  ['Müller, Phil', 'Phil', 'Müller'],
  ['Müller, Anna, Dipl.-Ing.', 'Anna', 'Müller'],
  ['Müller,', '', 'Müller'],
  ['', '', ''],
])('a name with last name first is split: %s', (name, first_name, last_name) => {
  expect(splitName(name, 'last_first')).toEqual({ first_name, last_name })
})

test('a comma decides where a name is split', () => {
  expect(splitName('Müller, Anna', 'first_last')).toEqual({ first_name: 'Anna', last_name: 'Müller' })
})
