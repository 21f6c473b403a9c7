/**
 * Compares the lock file with known advisories. `advisories.json` is maintained by hand, because the registry that installs
 * packages need not answer an audit. `checked_on` is the date on which the advisories of the dependencies were read.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** Days after which the advisories must be read again. */
const CHECKED_DAYS = 92
const DAY_MS = 24 * 60 * 60_000

const advisoriesSchema = z.object({
  checked_on: z.iso.date(),
  known: z.array(z.object({ package: z.string(), fixed_in: z.string(), id: z.string() })),
  accepted: z.array(
    z.object({
      package: z.string(),
      id: z.string(),
      accepted_on: z.iso.date(),
      until: z.iso.date(),
      reason: z.string().min(10),
    }),
  ),
})
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })

const read = (path: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'))
const { checked_on, known, accepted } = advisoriesSchema.parse(read('advisories.json'))
const { packages } = lockSchema.parse(read('../../package-lock.json'))
const today = new Date().toISOString().slice(0, 10)

/** Returns the versions of a package in the lock file, at any depth. */
function listVersions(name: string): string[] {
  return Object.entries(packages).flatMap(([path, { version }]) =>
    path.endsWith(`node_modules/${name}`) && version ? [version] : [],
  )
}

function isBefore(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0
}

test('no package of the lock file has an advisory that is not accepted', () => {
  const open = known.flatMap(({ package: name, fixed_in, id }) =>
    listVersions(name)
      .filter(version => isBefore(version, fixed_in))
      .filter(() => !accepted.some(one => one.package === name && one.id === id && one.until >= today))
      .map(version => `${name} ${version}: ${id}, fixed in ${fixed_in}`),
  )
  expect(open).toEqual([])
})

test('every known and accepted advisory is about an installed package', () => {
  for (const { package: name } of known) expect([name, listVersions(name).length > 0]).toEqual([name, true])
  const stale = accepted.filter(
    one => !known.some(({ package: name, id }) => name === one.package && id === one.id),
  )
  expect(stale).toEqual([])
})

test('the advisories were read within three months', () => {
  expect(Date.now() - Date.parse(checked_on)).toBeLessThan(CHECKED_DAYS * DAY_MS)
})
