import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPILE_HINT, hintCompile } from '#scripts/hint-compile.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const SCRIPT = 'console.log("a")'

function build(rootMainFiles: string[]) {
  const distDir = createTempFolder()
  mkdirSync(join(distDir, 'static/chunks'), { recursive: true })
  for (const name of ['main.js', 'late.js']) writeFileSync(join(distDir, 'static/chunks', name), SCRIPT)
  writeFileSync(join(distDir, 'build-manifest.json'), JSON.stringify({ rootMainFiles }))
  return { distDir, read: (name: string) => readFileSync(join(distDir, 'static/chunks', name), 'utf8') }
}

test('scripts of every page get a compile hint once, and late ones get none', async () => {
  const { distDir, read } = build(['static/chunks/main.js'])
  await hintCompile({ distDir })
  await hintCompile({ distDir })
  expect(read('main.js')).toBe(COMPILE_HINT + SCRIPT)
  expect(read('late.js')).toBe(SCRIPT)
})

test('a build whose manifest names no such scripts fails', async () => {
  await expect(hintCompile({ distDir: build([]).distDir })).rejects.toThrow()
})
