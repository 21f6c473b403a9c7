import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ERROR_STATUS } from '#lib/error-codes.ts'
import { findUses, listUses, type Use } from './key-usage.ts'
import { EN } from './text-files.ts'

/** Texts that the program picks by a code, which types check: a whole namespace, or these keys of it. */
const BY_CODE: Record<string, '*' | string[]> = {
  errors: '*',
  reasons: '*',
  'connect.connected': ['company', 'operator', 'person', 'practice'],
  'employees.columns': '*',
  'employees.statuses': '*',
  'employees.locales': '*',
  'employees.tiles': '*',
  'exports.card': ['cancelled', 'expired', 'failed', 'heldBack', 'nobody', 'nothingNew'],
  'exports.dialog.checks': '*',
  'exports.dialog.scope': ['approved', 'filter', 'people', 'since'],
  'exports.dialog.target': ['files', 'system'],
  'person.photo': ['standard', 'transparent'],
  'glossary.projects': '*',
  'imports.check.summary': ['conflict', 'different', 'equal', 'excluded', 'invalid', 'new'],
  'imports.fields': '*',
  'imports.file.problems': '*',
  'imports.file.templates': ['csv', 'xlsx'],
  'imports.kinds': '*',
  'imports.locales': '*',
  'imports.problemNames': '*',
  'imports.problems': '*',
  'imports.steps': ['check', 'columns', 'file', 'send'],
  'projects.statuses': '*',
  'deliveryNews.attention': ['review', 'failed'],
  'deliveryNews.person': ['there', 'by_hand', 'removed', 'gone_there', 'other_there'],
  deliveries: ['differing', 'differingEntries', 'differingFiles'],
  'deliveries.errors': '*',
  'deliveries.states': ['running', 'paused', 'review', 'done', 'failed', 'cancelled'],
  'projects.tasks': ['approved', 'edited', 'pending', 'retake', 'undelivered', 'uninvited'],
}

const USES = listUses()
const KEYS = [...EN.keys()]

function isShown(key: string): boolean {
  return isPickedByCode(key) || USES.some(use => isNamed(key, use))
}

function isNamed(key: string, { namespace, keys }: Use): boolean {
  return keys.some(name => name !== '*' && toPattern(namespace ? `${namespace}.${name}` : name).test(key))
}

function isPickedByCode(key: string): boolean {
  const at = key.lastIndexOf('.')
  const codes = BY_CODE[key.slice(0, at)] ?? []
  return codes === '*' || codes.includes(key.slice(at + 1))
}

function toPattern(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`)
}

test('the search for keys finds keys', () => {
  const source = `
    const t = useTranslations('one')
    t('a'); t(busy === 'x' ? 'b' : 'c'); t(\`d.\${code}\`, { e: format('f') }); t.rich('g', {}); next('h'); x.t('i')
    const reason = await getTranslations('two')
    reason(code)
    const t = useTranslations()
    t('one.j')
    const edge = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'four' })
    edge('l')
    return { title: (await getTranslations('three'))('k') }
  `
  const types = "export type FiveTranslator = ReturnType<typeof createTranslator<Messages, 'five'>>"
  const helper = "function toName(t: FiveTranslator) { return t('m') }"
  const uses = findUses([source, types, helper].map((text, index) => ({ file: `${index}.ts`, text })))
  const names = uses.flatMap(({ namespace, keys }) => keys.map(key => `${namespace}:${key}`))
  expect(names.sort()).toEqual(
    [
      'one:a',
      'one:b',
      'one:c',
      'one:d.*',
      'one:g',
      'two:*',
      ':one.j',
      'three:k',
      'four:l',
      'five:m',
    ].toSorted(),
  )
  expect(USES.length).toBeGreaterThan(100)
})

test('every text is shown somewhere', () => expect(KEYS.filter(key => !isShown(key))).toEqual([]))

test('every requested text exists', () => {
  const named = USES.flatMap(use =>
    use.keys.filter(name => name !== '*').map(name => ({ ...use, keys: [name] })),
  )
  expect(named.filter(use => !KEYS.some(key => isNamed(key, use)))).toEqual([])
})

describe('texts picked by a code', () => {
  test('every text picked by a code is listed here', () => {
    const open = USES.filter(
      ({ namespace, keys }) => keys.includes('*') && !Object.hasOwn(BY_CODE, namespace),
    )
    expect(open.map(({ file, namespace }) => `${file}: ${namespace}`)).toEqual([])
  })

  test('every error code has its texts, and no other code has', () => {
    const codes = KEYS.filter(key => key.startsWith('errors.')).map(key => key.slice('errors.'.length))
    expect(codes.sort()).toEqual(Object.keys(ERROR_STATUS).sort())
  })
})

test('no file that a browser loads holds the texts of both languages', () => {
  const files = globSync('{app,components,lib}/**/*.{ts,tsx}').filter(
    file =>
      /^import [^']*'[^']*de\.json'/m.test(readFileSync(file, 'utf8')) &&
      /^import (?!type)[^']*'[^']*en\.json'/m.test(readFileSync(file, 'utf8')),
  )
  expect(files.sort()).toEqual(['lib/exports/texts/archive-texts.ts', 'lib/i18n/messages.ts'])
  for (const file of files) expect(readFileSync(file, 'utf8'), file).toMatch(/^import 'server-only'/)
})
