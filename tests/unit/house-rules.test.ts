import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const SOURCES = globSync('{app,components,lib}/**/*.{ts,tsx}').map(path => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
}))

/** The service and the sign-on provider on the server; the desk's own handlers in the browser. */
const MAY_FETCH = new Set([
  'lib/portrait-api/exchange.ts',
  'lib/desk-api/desk-request.ts',
  'lib/session/oidc/ask-provider.ts',
  // This fetch only checks whether anything answers.
  'components/ui/browser/load-with-retry.ts',
])
/** Modules shared with browsers: words, pure rules and error codes. */
const SHARED = /[/-](contract|permissions|photo-version)\.ts$/

test('the list of sources is not empty', () => {
  expect(SOURCES.length).toBeGreaterThan(100)
})

describe('the transport to the service', () => {
  test('the transport is the only place on the server that fetches', () => {
    const fetching = SOURCES.filter(({ text }) => /(?<![.\w])fetch\(/.test(withoutComments(text)))
    expect(new Set(fetching.map(({ path }) => path))).toEqual(MAY_FETCH)
  })

  test('the transport passes on no answer of the service unchanged', () => {
    const routes = SOURCES.filter(({ path }) => path.startsWith('app/api/'))
    for (const { text, path } of routes) expect(text, path).not.toMatch(/headers: \w+\.headers/)
  })
})

describe('the version of a photo', () => {
  /** `edited_at` beside an equality operator; a comparison with null is allowed. */
  const AS_TEXT = /(?:edited_?at|Version\([^()]*\))\)? [=!]== (?!null|undefined)|[=!]== [\w.?]*edited_?at\b/i

  test('photo versions are compared as instants in one place, as their notation may differ', () => {
    const comparing = SOURCES.filter(({ text }) => AS_TEXT.test(withoutComments(text)))
    expect(comparing.map(({ path }) => path)).toEqual([])
  })

  test.each([
    ['place.edited_at === photo.edited_at', true],
    ['(first.given_edited_at ?? first.edited_at) !== now', true],
    ['version !== photo.edited_at', true],
    ['toVersion(seen, variant) === known', true],
    ['(await getPhotoVersion(client, photo, options)) === editedAt', true],
    ['photo.edited_at !== null', false],
    ['isSameVersion(version, photo.edited_at)', false],
  ])('%s would be found: %s', (text, found) => expect(AS_TEXT.test(text)).toBe(found))
})

describe('code that comes with its first use', () => {
  /** A dynamic import of a screen without `loadWithRetry`. */
  const UNGUARDED = /(?:lazy|const load\w+ =)(?:\(| )\(\) => import\(/

  test('code loaded on demand waits for the network, as a failed chunk never loads again', () => {
    const screens = SOURCES.filter(({ path }) => path.startsWith('components/'))
    expect(screens.filter(({ text }) => text.includes('loadWithRetry(() => import(')).length).toBeGreaterThan(
      10,
    )
    for (const { text, path } of screens) expect(text, path).not.toMatch(UNGUARDED)
  })

  test.each([
    ["const Late = lazy(() => import('./late.tsx'))", true],
    ["const loadLate = () => import('./late.tsx')", true],
    ["const Late = lazy(loadWithRetry(() => import('./late.tsx')))", false],
    ["const loadLate = loadWithRetry(() => import('./late.tsx'))", false],
  ])('%s would be found: %s', (text, found) => expect(UNGUARDED.test(text)).toBe(found))
})

describe('windows above the page', () => {
  const screens = SOURCES.filter(({ path }) => path.startsWith('components/'))

  test('every window closes with the browser’s Back', () => {
    const windows = screens.filter(({ text }) => /<(?:Alert)?Dialog\.Root/.test(text))
    expect(windows.length).toBeGreaterThan(1)
    for (const { text, path } of windows) expect(text, path).toContain('useBackCloses(')
  })

  test('a bar at the foot of the window takes its whole width, and the page ends above it', () => {
    const atFoot = screens.filter(({ text }) => /\bfixed (?!inset-0)[^"]*\bbottom-/.test(text))
    const strips = atFoot.filter(({ text }) => text.includes('foot-strip fixed inset-x-0 bottom-'))
    expect(strips.length).toBeGreaterThan(1)
    for (const { text, path } of strips) expect(text, path).toContain('keepFootRoom(')
    // This screen replaces the page, from the bar to the foot.
    const others = atFoot.filter(({ text }) => !text.includes('foot-strip')).map(({ path }) => path)
    expect(others).toEqual(['components/shell/offline-screen.tsx'])
  })
})

describe('text of the service and of lists', () => {
  const SCREENS = SOURCES.filter(({ path }) => path.endsWith('.tsx'))
  /** Fields with text that the desk has not written. */
  const OF_PEOPLE = 'first_name|last_name|email|owner_email|mitarbeiternummer'
  const FIELDS = `${OF_PEOPLE}|projektnummer|file_name|actor|project\\.name|person\\.name|problem\\.name`
  const BARE = new RegExp(
    `>\\s*\\{(?:[\\w.]+[.?]+)?(?:${FIELDS})(?: (?:\\?\\?|\\|\\|) [^}]*)?\\}|title=\\{(?:[\\w.]+[.?]+)?(?:${OF_PEOPLE})\\}`,
  )

  test('text of others on a page is inside UserText, or toVisible where only text can be', () => {
    for (const { text, path } of SCREENS)
      expect(text.replaceAll(/<UserText>[\s\S]*?<\/UserText>/g, ''), path).not.toMatch(BARE)
  })

  test.each([
    ['<td>{person.email}</td>', true],
    ['<p>\n  {employee.last_name}\n</p>', true],
    ['<p>{email || t("none")}</p>', true],
    ['<p title={user.email}>', true],
    ['<UserText>x</UserText>', false],
    ['<p title={toVisible(user.email)}>', false],
  ])('%s would be found: %s', (text, found) => expect(BARE.test(text)).toBe(found))

  test('text of others is shown by the titles of pages, windows and choices', () => {
    for (const path of [
      'components/page/page-header.tsx',
      'components/ui/back-link.tsx',
      'components/ui/popup/combobox.tsx',
      'components/ui/popup/option-text.tsx',
      'components/ui/popup/confirm-window.tsx',
      'components/ui/popup/modal-window.tsx',
      'components/employees/table/employee-row.tsx',
      'components/imports/grid/grid-cell.tsx',
      'components/imports/file/preview-list.tsx',
    ])
      expect(readFileSync(path, 'utf8'), path).toMatch(
        /<UserText(?: dir=\{findDirection\(title\)\})?>\{\w+(?:\.\w+)?(?:\(field, value\))?\}/,
      )
    expect(readFileSync('next.config.ts', 'utf8')).toContain(
      "'use-intl/format-message': './lib/i18n/format-message.ts'",
    )
  })
})

describe('file names of downloads', () => {
  const saying = (words: RegExp) =>
    SOURCES.filter(({ text }) => words.test(withoutComments(text))).map(({ path }) => path)

  test('a file name of a download is made safe in two places, and built by hand in none', () => {
    expect(saying(/filename\*?=/i)).toEqual(['lib/http/content-disposition.ts'])
    expect(saying(/\.download = |\bdownload=[{"']|showSaveFilePicker/)).toEqual([
      'components/ui/browser/press-download.ts',
    ])
    expect(saying(/pressDownload\(\w+(?::[^,)]*)?, /)).toEqual([
      'components/ui/browser/press-download.ts',
      'components/ui/browser/save-file.ts',
    ])
    for (const { text, path } of SOURCES)
      for (const [, value] of text.matchAll(/\.set\('content-disposition', (.*)\)/gi))
        expect(value, path).toMatch(/^attachment\(/)
    for (const path of ['lib/http/content-disposition.ts', 'components/ui/browser/save-file.ts'])
      expect(readFileSync(path, 'utf8'), path).toMatch(/toSafeFileName\(name\)/)
  })
})

test('every module that may hold the key or a session refuses to build for a browser', () => {
  const guarded = SOURCES.filter(({ path }) =>
    /^lib\/(session|store|http|handlers|photos|photo-store)\//.test(path),
  )
  const open = guarded.filter(
    ({ text, path }) => !SHARED.test(path) && !text.startsWith("import 'server-only'"),
  )
  expect(open.map(({ path }) => path).sort()).toEqual([
    'lib/http/content-disposition.ts',
    'lib/http/headers.ts',
    'lib/http/path-params.ts',
    'lib/store/enums.ts',
  ])
})

test('no link prefetches its page, because all links are made in one place', () => {
  const making = SOURCES.filter(({ text }) => /import \w+(?:, \{.+\})? from 'next\/link'/.test(text))
  expect(making.map(({ path }) => path)).toEqual(['components/ui/link.tsx'])
})

test('no page or component uses Server Actions or writes HTML by hand', () => {
  for (const { text, path } of SOURCES) {
    expect(text, path).not.toMatch(/['"]use server['"]/)
    expect(text, path).not.toContain('dangerouslySetInnerHTML')
  }
})

test('everything announced goes through the one live region', () => {
  const OF_ITS_OWN = /aria-live(?!="off")|role="(?:alert|status|log)"|<output/
  const speaking = SOURCES.filter(({ text }) => OF_ITS_OWN.test(withoutComments(text)))
  expect(speaking.map(({ path }) => path)).toEqual(['components/ui/announce.tsx'])
})

test('no style makes a small change restyle the whole page', () => {
  for (const { text, path } of SOURCES)
    expect(text, path).not.toMatch(/group-(?:hover|focus|active|first|last|odd|even|has)/)
  for (const path of globSync('app/**/*.css'))
    expect(readFileSync(path, 'utf8'), path).not.toMatch(/(?:html|body|:root):has\(/)
})

describe('texts about the code', () => {
  const FILES = globSync('**/*.{ts,tsx,mjs,css}', {
    exclude: path => /(?:^|\/)(?:node_modules|\.next|dist|test-results)$/.test(path),
  })
  const TEXTS = globSync(
    '{*.md,*.ts,.github/**/*.yml,{app,components,docs,lib,sandbox,scripts,tests}/**/*.{md,ts,tsx,mjs,css}}',
  )
  /** A file of the packed desk, one that Next would look for, and a placeholder name. */
  const ELSEWHERE = new Set(['cli/portrait-desk.mjs', 'proxy.ts', 'scripts/NAME.ts'])

  test('comments name existing files', () => {
    expect(TEXTS.length).toBeGreaterThan(SOURCES.length)
    const ends = new Set(FILES.flatMap(listEnds))
    const missing = TEXTS.flatMap(path =>
      [...readFileSync(path, 'utf8').matchAll(/`((?:[\w.()[\]-]+\/)*[\w.[\]-]+\.(?:tsx?|mjs|css))`/g)]
        .map(([, name = '']) => name.replace(/^(?:\.{1,2}\/)+/, ''))
        .filter(name => !ends.has(name) && !ELSEWHERE.has(name))
        .map(name => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  /** Returns the path itself, and the path without each of its leading folders. */
  function listEnds(path: string): string[] {
    const parts = path.replaceAll('\\', '/').split('/')
    return parts.map((_, at) => parts.slice(at).join('/'))
  }
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}
