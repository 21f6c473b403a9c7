import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Only the recorded write may use the unrecorded ones. */
const MAY_WRITE = ['lib/employees/recorded-writes.ts']
const UNRECORDED =
  /import \{[^}]*\b(create|update|delete)Employees?\b[^}]*\} from '(#lib\/employees|\.)\/employees\.ts'/
const CLIENT = /\b(client|portrait)\)?\.(create|update|delete)Employees?\(/

const SOURCES = globSync('{app,components,lib}/**/*.{ts,tsx}').map(path => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
}))

test('no module writes to the service without the activity log', () => {
  const writers = SOURCES.filter(({ text }) => UNRECORDED.test(text)).map(({ path }) => path)
  expect(writers).toEqual(MAY_WRITE)
  const callers = SOURCES.filter(({ text }) => CLIENT.test(text)).map(({ path }) => path)
  expect(callers).toEqual(['lib/employees/employees.ts'])
})
