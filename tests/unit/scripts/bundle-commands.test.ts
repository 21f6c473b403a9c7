import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleCommands } from '#scripts/pack/bundle-commands.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

test('commands are bundled without compiled machine code, and work without it', async () => {
  const root = createTempFolder()
  const kept = join(root, 'node_modules', 'package')
  mkdirSync(join(kept, 'build'), { recursive: true })
  // ssh2 requires its machine code like this.
  const asks =
    "let binding = null; try { binding = require('./build/crypto.node') } catch {} module.exports = binding"
  writeFileSync(join(kept, 'index.js'), asks)
  writeFileSync(join(kept, 'package.json'), '{ "name": "package", "version": "1.0.0" }')
  writeFileSync(join(kept, 'build', 'crypto.node'), Buffer.from('\x7fELF\0 no text at all', 'latin1'))
  const command = join(root, 'command.mjs')
  writeFileSync(command, "import binding from 'package'; console.log('without', binding)")
  const dir = join(root, 'dist')
  await bundleCommands(root, { sources: { command }, dir })
  const { stdout, stderr } = spawnSync(process.execPath, [join(dir, 'command.mjs')], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['without null\n', ''])
})
