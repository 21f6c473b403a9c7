import { expect, test } from 'vitest'
import { compareText } from '#lib/i18n/compare-text.ts'

const sorted = (...texts: string[]) => texts.toSorted(compareText)

test('names are sorted as in a German register', () => {
  expect(
    sorted('Zander', 'Özdemir', 'Ohm', 'Müller', 'Mueller', 'Muller', 'Ärmel', 'Arm', 'Szabó', 'Straße'),
  ).toEqual(['Arm', 'Ärmel', 'Mueller', 'Muller', 'Müller', 'Ohm', 'Özdemir', 'Straße', 'Szabó', 'Zander'])
})

test('letter case does not separate equal names', () => expect(compareText('von Ahlen', 'Von Ahlen')).toBe(0))

test('numbers are sorted by their value', () => {
  expect(sorted('MA-10', 'MA-9', '00042', '7')).toEqual(['7', '00042', 'MA-9', 'MA-10'])
})
