import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTempFolder } from '#tests/support/temp-folder.ts'

/** Returns the Node that a script with these settings takes for the desk, and the first one that its tools find. */
function look(DESK_NODE: string | undefined) {
  const script = `
    import { nodePath, toolEnv } from './scripts/setup.mjs'
    import { execFileSync } from 'node:child_process'
    console.log(JSON.stringify([nodePath(), execFileSync('node', ['--version'], { env: toolEnv(), encoding: 'utf8' }).trim()]))
  `
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const, ...(DESK_NODE && { DESK_NODE }) }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
  })
  return { status, stderr, found: stdout && JSON.parse(stdout) }
}

/** Returns a program that reports this version of Node. */
function standIn(version: string): string {
  const path = join(createTempFolder(), 'node')
  writeFileSync(path, `#!/bin/sh\necho ${version}\n`)
  chmodSync(path, 0o755)
  return path
}

test('the Node in DESK_NODE runs the desk and is the first that its tools find', () => {
  const own = standIn('v22.18.0')
  expect(look(own).found).toEqual([own, 'v22.18.0'])
})

test('the Node of the packages runs a desk without DESK_NODE', () => {
  expect(look(undefined).found[0]).toMatch(/node_modules[/\\]node[/\\]bin/)
})

test.each(['v22.17.1', 'v20.20.2'])(
  'the Node %s is refused, because it cannot run TypeScript directly',
  version => {
    const old = standIn(version)
    expect(look(old)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`needs Node 22.18 or newer`),
    })
  },
)

test('a DESK_NODE that is no Node is named, and nothing is run', () => {
  expect(look('/nowhere/node')).toMatchObject({
    status: 1,
    stderr: '/nowhere/node is no Node that could be started.\n',
  })
})
