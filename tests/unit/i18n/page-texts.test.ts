import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_TEXTS, type TextsOf } from '#lib/i18n/page-texts.ts'
import { listUses } from './key-usage.ts'

const PAGES = globSync('app/**/{page,error,not-found}.tsx')
const LAYOUTS = globSync('app/**/layout.tsx')
const ASKED = /useTranslations\((?:'(\w+)[\w.]*')?\)/g
const USES_WITHOUT_A_ROOM = listUses().filter(({ namespace }) => namespace === '')

/** All that a page can ever load in a browser: what its modules import, at once or late. */
function listModules(entry: string): Set<string> {
  const found = new Set<string>()
  const rest = [entry]
  for (let file = rest.pop(); file; file = rest.pop()) {
    if (found.has(file)) continue
    found.add(file)
    for (const [, address = ''] of read(file).matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+\.tsx?)'/g))
      rest.push(address.startsWith('#') ? address.slice(1) : join(dirname(file), address))
  }
  return found
}

function listAsked(entry: string): Set<string> {
  return new Set(
    [...listModules(entry)].flatMap(file =>
      [...read(file).matchAll(ASKED)].flatMap(([, room]) => room ?? listNamed(file, entry)),
    ),
  )
}

/** `useTranslations()`: its keys name the room. A link's panel says `setup.…` or `invitation.…`, whichever its page tells it. */
function listNamed(file: string, entry: string): string[] {
  const kind = read(entry).match(/ kind="(\w+)"/)?.[1] ?? 'no kind'
  return USES_WITHOUT_A_ROOM.filter(use => use.file === file).flatMap(({ keys }) =>
    keys.map(key => key.replace(/^\*/, kind).split('.')[0] ?? ''),
  )
}

/** The places that hand texts to a page: itself, and the layouts above it. */
function listPlaces(page: string): TextsOf[] {
  const folders = page.split('/').slice(0, -1)
  const layouts = folders.map((_, index) => join(...folders.slice(0, index + 1), 'layout.tsx'))
  const named = [...layouts.filter(existsSync), page].flatMap(file =>
    [...read(file).matchAll(/<Texts of="(\w+)"/g)].map(([, texts]) => texts),
  )
  return Object.keys(PAGE_TEXTS).filter((name): name is TextsOf => named.includes(name))
}

function listBrought(page: string): string[] {
  return listPlaces(page).flatMap(name => PAGE_TEXTS[name])
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

test('there are pages to look at', () => expect(PAGES.length).toBeGreaterThan(10))

test.each(PAGES)('%s brings the texts of all that it can show', page => {
  const brought = listBrought(page)
  const asked = [...listAsked(page)]
  expect(brought).toEqual(expect.arrayContaining(asked))
})

test.each(LAYOUTS)('%s brings what it shows itself', layout => {
  expect(listBrought(layout)).toEqual(expect.arrayContaining([...listAsked(layout)]))
})

test.each(PAGES)('%s is brought no text twice', page => {
  const brought = listBrought(page)
  expect(brought).toEqual([...new Set(brought)])
})

test.each(Object.entries(PAGE_TEXTS))('what is in %s is said by something in that place', (place, rooms) => {
  const inPlace = [...PAGES, ...LAYOUTS].filter(file => listPlaces(file).some(name => name === place))
  const said = new Set(inPlace.flatMap(file => [...listAsked(file)]))
  expect(rooms.filter(room => !said.has(room))).toEqual([])
})
