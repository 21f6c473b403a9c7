import { describe, expect, test } from 'vitest'
import { parseTargetsFile } from '#lib/exports/targets/parse-targets-file.ts'
import { SettingsError } from '#lib/settings/env.ts'

const INTRANET = {
  id: 'intranet',
  name: { de: 'Intranet', en: 'Intranet' },
  how: { de: 'Hochladen.', en: 'Upload it.' },
  naming: { template: '{email_local}', letter_case: 'lower' },
  renditions: [{ suffix: '-s', rendering: { width: 300, height: 300, format: 'webp' } }],
  manifests: [
    { kind: 'table', file: 'people.csv', separator: ';', columns: [{ header: 'login', value: '{key}' }] },
  ],
}

function refusal(text: string): string {
  try {
    parseTargetsFile(text, 'own.json')
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  throw new Error('This file was accepted.')
}

const fileOf = (...targets: object[]) => JSON.stringify({ targets })

test('an operator adds a target with a few lines, and the rest has defaults', () => {
  const [target] = parseTargetsFile(`\ufeff${fileOf(INTRANET)}`, 'own.json')
  expect(target).toMatchObject({
    id: 'intranet',
    characters: 'any',
    flat: true,
    variant: 'standard',
    naming: { template: '{email_local}', letter_case: 'lower', pad: 0, folder: 'none', transliterate: false },
    renditions: [{ suffix: '-s', rendering: { fit: 'cover' } }],
    manifests: [{ header: true, quotes: true, formulas: 'guarded', byte_order_mark: false }],
    limits: { photos: null, bytes: null },
  })
})

describe('invalid files of targets', () => {
  const [rendition] = INTRANET.renditions
  const [manifest] = INTRANET.manifests
  test.each([
    ['no targets', '{}', /^EXPORT_TARGETS_FILE: own\.json: targets: /],
    ['a misspelt field', fileOf({ ...INTRANET, rendition: [] }), /targets\.0: .*"rendition"/],
    ['a bad id', fileOf({ ...INTRANET, id: 'In Tra' }), /targets\.0\.id: must be lower-case words/],
    [
      'a wrong placeholder',
      fileOf({ ...INTRANET, naming: { template: '{login}' } }),
      'EXPORT_TARGETS_FILE: own.json: targets.0.naming.template: {login} at character 1 is no placeholder.',
    ],
    [
      'a wrong placeholder in a column',
      fileOf({ ...INTRANET, manifests: [{ ...manifest, columns: [{ header: 'x', value: 'a{datei}' }] }] }),
      'EXPORT_TARGETS_FILE: own.json: targets.0.manifests.0.columns.0.value: {datei} at character 2 is no placeholder.',
    ],
    [
      'a colour in words',
      fileOf({ ...INTRANET, renditions: [{ rendering: { ...rendition?.rendering, background: 'white' } }] }),
      /targets\.0\.renditions\.0\.rendering\.background: must be a colour such as #ffffff/,
    ],
    [
      'a path as the name of a table',
      fileOf({ ...INTRANET, manifests: [{ ...manifest, file: '../people.csv' }] }),
      /targets\.0\.manifests\.0\.file: must be a name such as photos\.csv/,
    ],
    [
      'two files of one name',
      fileOf({ ...INTRANET, renditions: [rendition, rendition] }),
      /targets\.0\.renditions: must have different suffixes/,
    ],
    ...['report.csv', 'README.txt', 'Readme.txt', 'LIESMICH.txt'].map((file): [string, string, RegExp] => [
      `a table that is called as a file of the desk, ${file}`,
      fileOf({ ...INTRANET, manifests: [{ ...manifest, file }] }),
      /targets\.0\.manifests: must have different names, other ones than report\.html, report\.csv/,
    ]),
    [
      'two tables of one name, but for letter case',
      fileOf({ ...INTRANET, manifests: [manifest, { ...manifest, file: 'PEOPLE.csv' }] }),
      /targets\.0\.manifests: must have different names/,
    ],
    [
      'one script twice',
      fileOf({ ...INTRANET, manifests: Array(2).fill({ kind: 'script', script: 'microsoft-365' }) }),
      /targets\.0\.manifests: must have different names/,
    ],
    [
      'one id twice',
      fileOf(INTRANET, INTRANET),
      'EXPORT_TARGETS_FILE: own.json: two targets have the id "intranet".',
    ],
  ])('an invalid file is refused with the name of the field: %s', (_, text, message) => {
    expect(refusal(text)).toMatch(message)
  })
})

describe('files of targets that are not JSON', () => {
  test.each([
    ['a name without quotes', '{ targets', 'line 1, column 3'],
    ['single quotes', "{\n  'targets': []\n}", 'line 2, column 3'],
    ['a value in single quotes', '{\n  "targets": [\n    \'x\'\n  ]\n}', 'line 3, column 5'],
    ['a comma at the end of a list', '{\n  "targets": [1,\n  ]\n}', 'line 3, column 3'],
    ['a comma at the end of an object', '{\n  "targets": [],\n}', 'line 3, column 1'],
    ['a comment', '// ours\n{}', 'line 1, column 1'],
    ['a missing comma', '{\n  "targets": []\n  "x": 1\n}', 'line 3, column 3'],
    ['a cut end', '{\n  "targets": [', 'line 2, column 15'],
    ['nothing', '', 'line 1, column 1'],
  ])('a file that is not JSON is refused with line and column: %s', (_, text, place) => {
    expect(refusal(text)).toBe(`EXPORT_TARGETS_FILE: own.json: ${place}: this is no JSON.`)
  })
})
