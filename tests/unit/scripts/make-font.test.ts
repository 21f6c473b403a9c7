import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FEMININE_NAMES, MASCULINE_NAMES } from '#sandbox/people/first-names.ts'
import { LAST_NAMES } from '#sandbox/people/last-names.ts'
import { SPECIAL_PEOPLE } from '#sandbox/seed/special-people.ts'
import { FONT_LETTERS, makeFont } from '#scripts/make-font.ts'

describe('the font of the pages', () => {
  test('the font is the one that the script makes', async () => {
    expect((await makeFont()).equals(readFileSync('app/font/inter.woff2'))).toBe(true)
  })

  test('the font has every letter of the desk’s own texts', () => {
    const texts = ['de', 'en'].map(locale => readFileSync(`lib/i18n/${locale}.json`, 'utf8'))
    expect(missingIn(texts)).toEqual([])
  })

  test('the font has every Latin letter of the names in practice mode, even decomposed', () => {
    const special = SPECIAL_PEOPLE.flatMap(({ first_name, last_name }) => [first_name, last_name])
    const names = [...FEMININE_NAMES, ...MASCULINE_NAMES, ...LAST_NAMES, ...special]
    expect(missingIn(names.flatMap(name => [name, name.normalize('NFD')]))).toEqual([])
  })

  test.each([
    ['Croatian, Czech, Polish', 'čćđšž ďěňřťůý ąęłńóśźż'],
    ['Estonian, Latvian, Lithuanian', 'äõöüšž āčēģīķļņūž ąčęėįšųūž'],
    ['Hungarian, Maltese, Romanian, Welsh', 'őű ċġħż ăâîșț ŵŷ'],
    ['Turkish, Azerbaijani', 'çğıİöşü Əə'],
    ['Vietnamese', 'Nguyễn Thị Ánh Tuyết Đặng Hữu Phước Ơ Ư'],
    ['Icelandic, Danish, German, French', 'áðéíóúýþæø ß ẞ œŒÿŸ'],
  ])('the font has the letters of %s', (_languages, letters) => {
    expect(missingIn([letters, letters.toUpperCase(), letters.normalize('NFD')])).toEqual([])
  })
})

/** Returns missing Latin letters, marks and punctuation; other scripts are drawn in the system's fonts. */
function missingIn(texts: string[]): string[] {
  const drawn = [...new Set(texts.join(''))].filter(letter =>
    /\p{Script=Latin}|[\u0300-\u036f–—…‘-‟→]/u.test(letter),
  )
  return drawn.filter(letter => !FONT_LETTERS.includes(letter))
}
