import { expect, test } from 'vitest'
import { findUnusual } from '#lib/employees/unusual-email.ts'

test.each([
  ['signs', 'R&D@firma.example'],
  ['signs', 'info!@firma.example'],
  ['letters', 'müller@firma.example'],
  ['letters', 'a@müller.example'],
  ['letters', 'anna\u200b@firma.example'],
  ['no_dot', 'anna@localhost'],
  ['quoted', '"anna@home"@firma.example'],
  ['quoted', '"anna.groß"@firma.example'],
  ['dots', 'anna@firma.example.'],
  ['dots', 'anna.@firma.example'],
  ['dots', '.anna@firma.example'],
  ['dots', 'anna@.example'],
  ['dots', 'anna..gross@firma.example'],
] as const)('the address %s: %s', (code, email) => expect(findUnusual(email)).toBe(code))

test.each([
  'anna.gross@firma.example',
  "m.o'brien@firma.example",
  'anna+photos@mail.firma-2.example',
  'A_1@firma.example',
  ' anna@firma.example ',
])('the address %s is nothing special', email => expect(findUnusual(email)).toBeNull())

test.each([
  '',
  'anna',
  'anna müller',
  'anna@home@firma.example',
  'anna@@firma.example',
  '@firma.example',
  'anna@',
])('the text %j gets no hint, as it is no address at all', email => expect(findUnusual(email)).toBeNull())
