import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import { BUNDLED_FLAGS, bundledCompileCache } from './bundled.ts'
import { createTempFolder } from './temp-folder.ts'

export const ROOT = join(import.meta.dirname, '../..')
const PASSWORD = 'correct horse battery'

/** An operator with a shell on the server, and the settings of a desk with its own data folder. */
export function createOperator() {
  const dataDir = createTempFolder()
  const env = {
    ...bundledCompileCache(),
    NODE_ENV: 'test' as const,
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    APP_URL: 'https://desk.example.test',
    APP_SECRET: 'kW3vX9qLm2Zr8TbY5nHs7JcDf4GpQa6E',
    PORTRAIT_API_URL: 'https://portraits.example.test/api/v1',
  }
  const run = (script: string, args: string[], input = '') => {
    const options = { cwd: ROOT, env, input, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...BUNDLED_FLAGS, join(inject('commands'), `${script}.mjs`), ...args],
      options,
    )
    return { status, out: stdout.trim(), error: stderr.trim() }
  }
  return { dataDir, env, account: (...args: string[]) => run('account', args, PASSWORD), run }
}
