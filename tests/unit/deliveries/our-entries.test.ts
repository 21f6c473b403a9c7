import { expect, test } from 'vitest'
import type { OwnPhoto } from '#lib/deliveries/destinations/destination.ts'
import { hashBytes } from '#lib/deliveries/destinations/file-tree.ts'
import { mayBeOurs, type OurEntries } from '#lib/deliveries/run/our-entries.ts'

const PHOTO = Buffer.from('photo')
const OWN: OwnPhoto = {
  entry: { place: 'Anna@example.com', id: 'Id-Of-Anna' },
  version: '"etag"',
  files: [PHOTO],
}

function ask(ours: Partial<OurEntries>): boolean {
  const nothing = { entries: new Set<string>(), versions: new Set<string>(), unanswered: new Set<number>() }
  return mayBeOurs(OWN, { employeeId: 17, ours: { ...nothing, ...ours } })
}

test.each<[string, Partial<OurEntries>, boolean]>([
  ['in an entry of others', { entries: new Set(['ben@example.com']), unanswered: new Set([18]) }, false],
  ['in an entry that holds ours by its name', { entries: new Set(['anna@example.com']) }, true],
  ['in an entry that holds ours by its identity', { entries: new Set(['id-of-anna']) }, true],
  ['with the ETag of ours', { versions: new Set(['"etag"']) }, true],
  ['with the bytes of ours', { versions: new Set([hashBytes(PHOTO)]) }, true],
  ['of a person whose photo was sent without an answer', { unanswered: new Set([17]) }, true],
])('a photo %s may be one of the desk’s', (_, ours, expected) => {
  expect(ask(ours)).toBe(expected)
})
