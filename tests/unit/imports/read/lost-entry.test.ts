import { expect, test, vi } from 'vitest'
import { readSharedStrings } from '#lib/imports/read/shared-strings.ts'

/** A parser with the fault that shifted names: it loses an empty entry. */
vi.mock('#lib/imports/read/parse-xml.ts', async original => {
  const actual = await original<typeof import('#lib/imports/read/parse-xml.ts')>()
  const parseXml: typeof actual.parseXml = (xml, handlers) =>
    actual.parseXml(xml.replace('<si/>', '<lost/>'), handlers)
  return { ...actual, parseXml }
})

const toPart = (entries: string) => new TextEncoder().encode(`<sst>${entries}</sst>`)

test('a workbook is refused when its parser loses a text', () => {
  const part = toPart('<si><t>Müller</t></si><si/><si><t>Groß</t></si>')
  expect(() => readSharedStrings(part)).toThrow('texts_missing')
})

test('a workbook is read when its parser loses nothing', () => {
  const part = toPart('<si><t>Müller</t></si><si><t>Groß</t></si>')
  expect(readSharedStrings(part)).toEqual({ texts: ['Müller', 'Groß'], isShort: false })
})
