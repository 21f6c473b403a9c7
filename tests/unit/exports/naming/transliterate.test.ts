import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toAscii } from '#lib/exports/naming/transliterate.ts'
import { runs } from '#tests/support/night.ts'
import { anyText } from '#tests/support/unicode.ts'

describe('a name in ASCII', () => {
  test.each([
    ['Müller', 'Mueller'],
    ['Mu\u0308ller', 'Mueller'],
    ['Öztürk', 'Oeztuerk'],
    ['Ä', 'Ae'],
    ['JÄGER', 'JAEGER'],
    ['GROẞ', 'GROSS'],
    ['Weiß', 'Weiss'],
    ['Åsa Søndergård', 'Aasa Soendergaard'],
    ['José Muñoz-Çelik', 'Jose Munoz-Celik'],
    ['Łukasz Wójcik', 'Lukasz Wojcik'],
    ['ŁUKASZ', 'LUKASZ'],
    ['Işıl İnönü Şahin Ağaoğlu', 'Isil Inoenue Sahin Agaoglu'],
    ['Dvořák Žďárský Růžička', 'Dvorak Zdarsky Ruzicka'],
    ['Erdős Őri', 'Erdos Ori'],
    ['Đorđe Šešelj', 'Dorde Seselj'],
    ['Þórður', 'Thordur'],
    ['Nguyễn Thị Hồng', 'Nguyen Thi Hong'],
    ['Шевченко Юлия', 'Shevchenko Iuliia'],
    ['ЩЕРБАКОВ', 'SHCHERBAKOV'],
    ['Їжакевич', 'Izhakevich'],
    ['Љубица', 'Ljubitsa'],
    ['Παπαδόπουλος', 'Papadopoulos'],
    ['Ευαγγελία', 'Evangelia'],
    ['Ευτυχία', 'Eftychia'],
    ['Μπάμπης', 'Bampis'],
    ['Ταΰγετος', 'Taygetos'],
    ['O’Brien–Smith', "O'Brien-Smith"],
    ['Ｍüller　７', 'Mueller 7'],
    ['ﬁnn', 'finn'],
    ['000123', '000123'],
    ['', ''],
  ])('the ASCII name of %j is %j', (text, ascii) => expect(toAscii(text)).toBe(ascii))

  test.each(['李小龙', 'محمد', 'דוד', '김', 'Anna 李', '🌻', '٠١٢'])(
    'the name %j has no ASCII form',
    text => {
      expect(toAscii(text)).toBeNull()
    },
  )

  test('an ASCII name contains only ASCII, and stays the same when converted again', () => {
    fc.assert(
      fc.property(anyText, text => {
        const ascii = toAscii(text)
        if (ascii === null) return
        expect(ascii).toMatch(/^[\x20-\x7e]*$/)
        expect(toAscii(ascii)).toBe(ascii)
      }),
      runs(10_000),
    )
  })

  test('an ASCII name is left alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), text => void expect(toAscii(text)).toBe(text)),
      runs(2000),
    )
  })
})
