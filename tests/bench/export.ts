/**
 * `npm run bench:export`: the cost of an export, against the sandbox with a window of 12 seconds instead of a minute,
 * and against a service with 700 photos of 8 MB.
 * `--hand` instead: the built desk in Chromium, from the click to the saved file. `--wire`: its archive over HTTP,
 * beside nginx. `--compare` adds the results of other programs. `--budget`, `--delivery` and `--others` measure one of
 * the three alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '#tests/support/outside-next.ts'
import { startPhotoService } from '#tests/support/photo-service.ts'
import { startSandbox } from './bench-sandbox.ts'
import { type Line, printTable } from './measures.ts'

/** A shorter window would measure the machine: the overhead of five windows is the same in a minute and in a second. */
const WINDOW_MS = 12_000
const LIMIT = 120
const PEOPLE = 700
const PHOTO_BYTES = 8_000_000

const dataDir = mkdtempSync(join(tmpdir(), 'portrait-desk-bench-'))
if (process.argv.includes('--hand')) {
  const { measureHand } = await import('./export-hand.ts')
  printTable(await measureHand())
  process.exit()
}
if (process.argv.includes('--wire')) {
  const { measureWire } = await import('./export-wire.ts')
  printTable(await measureWire(dataDir))
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
}
const compare = process.argv.includes('--compare')
const only = ['budget', 'delivery', 'others'].find(part => process.argv.includes(`--${part}`))
const wants = (part: string) => only === undefined || only === part
const sandbox = await startSandbox(WINDOW_MS)
const operatorKey = await sandbox.createKey()
Object.assign(process.env, {
  APP_SECRET: 'a secret for measurements, 32 characters or more',
  APP_URL: 'https://desk.example.test',
  DATA_DIR: dataDir,
  PORTRAIT_API_URL: `${sandbox.origin}/api/v1`,
  PORTRAIT_API_KEY: operatorKey.key,
  PORTRAIT_API_LIMIT: String(LIMIT),
  PORTRAIT_API_WINDOW_MS: String(WINDOW_MS),
  PHOTO_STORE_MAX_MB: '20000',
})
const log = console.log
try {
  // Log lines of the desk would appear inside the table.
  console.log = () => {}
  const { measureBudget, measureScript } = await import('./export-budget.ts')
  const { measureDelivery } = await import('./export-delivery.ts')
  const lines: Line[] = []
  if (wants('budget')) lines.push(...(await measureBudget(sandbox, WINDOW_MS)))
  if (wants('budget') && compare) lines.push(...(await measureScript(sandbox, WINDOW_MS)))
  if (wants('delivery')) {
    const service = await startPhotoService({ people: PEOPLE, photoBytes: PHOTO_BYTES })
    lines.push(...(await measureDelivery(service, PEOPLE)))
    await service.stop()
  }
  if (only === 'others' || (compare && !only))
    lines.push(...(await (await import('./export-others.ts')).measureOthers(dataDir)))
  console.log = log
  printTable(lines)
  process.exitCode = lines.some(({ met }) => met === false) ? 1 : 0
} finally {
  console.log = log
  await sandbox.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit()
