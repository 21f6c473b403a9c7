import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readTexts, type TextsName } from '#lib/i18n/known-texts.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { findTextsScript, getTextsName } from '#lib/i18n/texts-file.ts'

beforeEach(() => {
  globalThis.deskTexts = undefined
})
afterEach(() => vi.unstubAllGlobals())

/** What a browser has after this script. */
function run(script: string | undefined): unknown {
  new Function(script ?? '')()
  return globalThis.deskTexts
}

test('the script of a place brings its texts, compiled, under its own name', async () => {
  const name = getTextsName('connect', 'de')
  expect(name).toMatch(/^connect-de\.[\w-]{12}\.js$/)
  run(findTextsScript(name))
  const { connect } = await readTexts(name)
  expect(connect?.title).toBe(MESSAGES.de.connect.title)
})

test('another language is another file, and the same texts are the same file', () => {
  expect(getTextsName('connect', 'en')).not.toBe(getTextsName('connect', 'de'))
  expect(getTextsName('connect', 'en')).toBe(getTextsName('connect', 'en'))
})

test.each([
  '',
  'connect',
  'connect-fr.js',
  'constructor-de.x.js',
  'connect-de.000000000000.js',
  '../en.json',
])('there is no script %j', name => expect(findTextsScript(name)).toBeUndefined())

test('texts at hand are drawn without waiting', () => {
  const name: TextsName = 'desk-en.0.js'
  globalThis.deskTexts = new Map([[name, {}]])
  expect(readTexts(name)).toMatchObject({ status: 'fulfilled', value: {} })
  expect(readTexts(name)).toBe(readTexts(name))
})

test('a script that cannot be had is asked for again by the next reader', async () => {
  const scripts: EventTarget[] = []
  const createElement = () => {
    const script = Object.assign(new EventTarget(), { isConnected: false })
    scripts.push(script)
    return script
  }
  const document = { scripts: [], readyState: 'complete', createElement, head: { append: () => {} } }
  vi.stubGlobal('document', document)
  const name: TextsName = 'desk-en.1.js'
  const failed = readTexts(name)
  scripts[0]?.dispatchEvent(new Event('error'))
  await expect(failed).rejects.toThrow('/api/texts/desk-en.1.js')
  const second = readTexts(name)
  globalThis.deskTexts = new Map([[name, {}]])
  scripts[1]?.dispatchEvent(new Event('load'))
  await expect(second).resolves.toEqual({})
})
