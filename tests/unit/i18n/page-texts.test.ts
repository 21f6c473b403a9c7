import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_TEXTS, type TextsOf } from '#lib/i18n/page-texts.ts'

const PAGES = globSync('app/**/{page,error,not-found}.tsx')
const ASKED = /useTranslations\((?:'(\w+)[\w.]*')?\)/g
/** `useTranslations()`: a link's panel says `setup.…` or `invitation.…`, whichever its page is. */
const WITHOUT_A_ROOM = ['components/session/link-form.tsx', 'components/session/link-panel.tsx']

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
  const asked = [...listModules(entry)].flatMap(file =>
    [...read(file).matchAll(ASKED)].map(([, room]) => ({ file, room })),
  )
  expect(WITHOUT_A_ROOM).toEqual(
    expect.arrayContaining(asked.filter(({ room }) => !room).map(({ file }) => file)),
  )
  return new Set(asked.flatMap(({ room }) => room ?? []))
}

/** What the page and the layouts above it bring along. */
function listBrought(page: string): string[] {
  const folders = page.split('/').slice(0, -1)
  const layouts = folders.map((_, index) => join(...folders.slice(0, index + 1), 'layout.tsx'))
  const places = [...layouts.filter(existsSync), page].flatMap(file =>
    [...read(file).matchAll(/<Texts of="(\w+)"|pickTexts\(\S+ '(\w+)'\)/g)].map(
      ([, texts, picked]) => texts ?? picked,
    ),
  )
  return Object.keys(PAGE_TEXTS)
    .filter((name): name is TextsOf => places.includes(name))
    .flatMap(name => PAGE_TEXTS[name])
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

test.each(['app/layout.tsx', 'app/(desk)/layout.tsx'])('%s brings what it shows itself', layout => {
  expect(listBrought(layout)).toEqual(expect.arrayContaining([...listAsked(layout)]))
})

test('a text that no browser says is sent to none', () => {
  const asked = new Set(
    globSync('app/**/{page,error,not-found,layout}.tsx').flatMap(file => [...listAsked(file)]),
  )
  const sent = new Set<string>(Object.values(PAGE_TEXTS).flat())
  expect([...sent].filter(room => !asked.has(room) && room !== 'setup' && room !== 'invitation')).toEqual([])
})
