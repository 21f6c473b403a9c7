import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'

/** The storage of a browser for a whole host: its own properties are the names, as in a real one. */
class StoredNames {
  [name: string]: unknown

  constructor() {
    const methods = {
      getItem: (name: string) => this[name] ?? null,
      setItem: (name: string, text: string) => {
        this[name] = text
      },
      removeItem: (name: string) => void delete this[name],
    }
    for (const [name, value] of Object.entries(methods)) Object.defineProperty(this, name, { value })
  }
}

const MAPPING = { columns: { email: 'Mail' } }

beforeEach(() => {
  for (const name of ['sessionStorage', 'localStorage']) vi.stubGlobal(name, new StoredNames())
})

/** Opens a desk below this path, in the only browser of this test. */
async function openDesk(path: string) {
  vi.stubEnv('DESK_BASE_PATH', path)
  vi.resetModules()
  const { createSessionValue } = await import('#components/page/session-value.ts')
  const { saveRememberedMapping } = await import('#components/imports/columns/use-mapping.ts')
  const { forgetStored } = await import('#components/page/stored.ts')
  const typed = createSessionValue('unsaved', z.array(z.string()), [])
  return { typed, saveRememberedMapping, forgetStored }
}

const listNames = () => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]

describe('data of a desk in a browser', () => {
  test('data in a browser belongs to one desk: another one on the host cannot read or replace it', async () => {
    const real = await openDesk('/hr/portraits')
    real.typed.set(() => ['Ada'])
    real.saveRememberedMapping(101, MAPPING)
    const kept = listNames()
    for (const path of ['/hr/portraits-test', '/hr', '']) {
      const other = await openDesk(path)
      expect([path, other.typed.get()]).toEqual([path, []])
      other.typed.set(() => ['Test'])
      other.saveRememberedMapping(101, { columns: {} })
    }
    expect((await openDesk('/hr/portraits')).typed.get()).toEqual(['Ada'])
    expect(JSON.parse(localStorage[kept[1] ?? ''])).toEqual(MAPPING)
  })

  test('data in a browser is deleted on sign-out, and that of other programs stays', async () => {
    sessionStorage.setItem('intranet', 'x')
    localStorage.setItem('intranet', 'x')
    const other = await openDesk('/hr/portraits-test')
    other.typed.set(() => ['Test'])
    other.saveRememberedMapping(101, MAPPING)
    const before = listNames()
    const real = await openDesk('/hr/portraits')
    real.typed.set(() => ['Ada'])
    real.saveRememberedMapping(101, MAPPING)
    expect(listNames()).toHaveLength(before.length + 2)
    real.forgetStored()
    expect(listNames()).toEqual(before)
  })
})
