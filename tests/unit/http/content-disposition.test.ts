import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attachment } from '#lib/http/content-disposition.ts'
import { toSafeFileName } from '#lib/text/safe-name.ts'
import { runs } from '#tests/support/night.ts'
import { anyText } from '#tests/support/unicode.ts'

const FORM = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([!#$&+\-.^_`|~0-9A-Za-z%]*)$/

function parse(header: string): { plain: string; exact: string } {
  const [, plain = '', encoded = ''] = FORM.exec(header) ?? []
  return { plain, exact: decodeURIComponent(encoded) }
}

describe('the name of a download', () => {
  test('a file name is safe like those in an archive, and survives an ASCII header', () => {
    fc.assert(
      fc.property(anyText, name => {
        const header = attachment(name)
        expect(header).toMatch(FORM)
        expect(parse(header).exact).toBe(toSafeFileName(name))
        expect(parse(header).exact).not.toMatch(/[/\\:*?"<>|\p{Cc}]/u)
        expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
      }),
      runs(5000),
    )
  })

  test('a file name has a plain form that nothing can end early or decode twice', () => {
    fc.assert(
      fc.property(anyText, name => {
        const { plain } = parse(attachment(name))
        expect(plain).not.toMatch(/["\\%\r\n]/)
        expect(plain).not.toBe('')
      }),
      runs(5000),
    )
  })

  test.each([
    ['portraits.zip', 'portraits.zip'],
    ['Müller – Öl & Gas.zip', 'Muller  Ol & Gas.zip'],
    ['a"b\\c%20.zip', 'a_b_c_20.zip'],
    ['李', 'download'],
    ["it's (1).zip", "it's (1).zip"],
    ['../a\u202egpj.zip', '_agpj.zip'],
  ])('the file name %s has the plain form %s', (name, plain) =>
    expect(parse(attachment(name)).plain).toBe(plain),
  )
})
