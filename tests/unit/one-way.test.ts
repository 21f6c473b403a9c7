import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const FILES = globSync('{app,components,lib,sandbox,scripts,tests}/**/*.{ts,tsx,mjs}').map(toSlashes)
/** Type imports, dynamic imports and mocks count too, because moving a file affects them. */
const IMPORT = /^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm
const imports = new Map(FILES.map(path => [path, listImports(path)]))
/** The rooms of the employees page: each may import those before it. */
const ROOMS = ['find', 'edit', 'selection', 'person', 'add', 'table']
/** The rooms of a session from the bottom up: each may import those before it. */
const SESSION_ROOMS = ['password', 'accounts', 'sessions', 'sign-in', 'next-auth', 'oidc', 'connection']
/** The layers of the screens: each may import those below it. All other folders are features, above the shell. */
const FLOORS = ['ui', 'page', 'shell', 'feature', 'palette', 'work']

describe('imports', () => {
  test('imports are found', () => {
    expect(imports.get('tests/unit/house-rules.test.ts')).toEqual([])
    expect(imports.get('components/employees/table/portrait-link.tsx')).toContain(
      'components/employees/person/person-link.tsx',
    )
    expect(imports.get('components/ui/popup/menu.tsx')).toContain('components/ui/popup/menu-popup.tsx')
  })

  test('imports form no cycle, so that one of two files can be read and moved alone', () => {
    expect(findCircle(imports)).toBeNull()
  })

  test('imports form no cycle between folders', () => {
    const folders = toFolders(path => dirname(path))
    expect(folders.get('components/employees/table')).toContain('components/employees/edit')
    expect(findCircle(folders)).toBeNull()
  })

  test('imports form no cycle between whole rooms', () => {
    const rooms = toFolders(path =>
      path
        .split('/')
        .slice(0, Math.min(2, path.split('/').length - 1))
        .join('/'),
    )
    expect(rooms.get('lib/employees')).toContain('lib/portrait-api')
    expect(findCircle(rooms)).toBeNull()
  })

  test('imports between the rooms of the employees page go one way', () => {
    expect(listBackwards('components/employees', ROOMS)).toEqual([])
  })

  test('imports between the rooms of a session go one way', () => {
    expect(imports.get('lib/session/sign-in/begin-session.ts')).toContain('lib/session/sessions/registry.ts')
    expect(listBackwards('lib/session', SESSION_ROOMS)).toEqual([])
  })

  test('imports lead to several desks only from a process that installs them', () => {
    const isInside = (path: string) => path.startsWith('lib/several-desks/')
    const importers = FILES.filter(
      path => !path.startsWith('tests/') && !isInside(path) && imports.get(path)?.some(isInside),
    )
    // `instrumentation-node.ts` imports it too, but is in none of these folders.
    expect(importers).toEqual(['scripts/person.ts'])
  })

  test('imports between the layers of the screens go one way', () => {
    const floorOf = (path: string) => {
      const room = /^components\/([\w-]+)\//.exec(path)?.[1]
      return room === undefined ? -1 : FLOORS.indexOf(FLOORS.includes(room) ? room : 'feature')
    }
    const upwards = FILES.flatMap(path =>
      (imports.get(path) ?? [])
        .filter(target => floorOf(path) >= 0 && floorOf(target) > floorOf(path))
        .map(target => `${path} → ${target}`),
    )
    expect(upwards).toEqual([])
  })
})

/** Returns the imports between folders of the product. A file directly in `lib` counts as a folder of its own. */
function toFolders(roomOf: (path: string) => string): Map<string, string[]> {
  const folderOf = (path: string) => (dirname(path) === 'lib' ? path : roomOf(path))
  const folders = new Map<string, string[]>()
  for (const [path, targets] of imports) {
    if (path.startsWith('tests/')) continue
    const others = targets.map(folderOf).filter(folder => folder !== folderOf(path))
    folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), ...others])
  }
  return folders
}

/** Returns imports of a room that comes later. */
function listBackwards(house: string, rooms: readonly string[]): string[] {
  const roomOf = (path: string) =>
    path.startsWith(`${house}/`) ? rooms.indexOf(path.slice(house.length + 1).split('/')[0] ?? '') : -1
  return FILES.flatMap(path =>
    (imports.get(path) ?? [])
      .filter(target => roomOf(path) >= 0 && roomOf(target) > roomOf(path))
      .map(target => `${path} → ${target}`),
  )
}

/** Returns the members of a cycle in order, or null. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const cleared = new Set<string>()
  function follow(path: string, way: string[]): string[] | null {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    if (cleared.has(path)) return null
    for (const target of graph.get(path) ?? []) {
      const circle = follow(target, [...way, path])
      if (circle) return circle
    }
    cleared.add(path)
    return null
  }
  for (const path of graph.keys()) {
    const circle = follow(path, [])
    if (circle) return circle
  }
  return null
}

function listImports(path: string): string[] {
  const named = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(
    ([, ...names]) => names.find(Boolean) ?? '',
  )
  return named.flatMap(name => {
    const target = name.startsWith('#') ? name.slice(1) : toSlashes(normalize(join(dirname(path), name)))
    return (name.startsWith('#') || name.startsWith('.')) && FILES.includes(target) ? [target] : []
  })
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}
