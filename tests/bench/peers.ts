/**
 * `npm run bench:peers`: compares the desk with alternatives in one run.
 * 700 photos from a click: the desk, a small page with jszip, and `curl -P4 --retry` with `zip`. 5,000 people in a
 * table: the desk, react-admin and AG Grid. The same bytes over HTTP: the desk and nginx.
 * One part: `--export`, `--lists`, `--wire`. react-admin and AG Grid are installed below `.cache`, from npm's registry.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import '#tests/support/outside-next.ts'
import { startSandbox } from './bench-sandbox.ts'
import { drawPortraits, measureScript } from './export-budget.ts'
import { measureHand } from './export-hand.ts'
import { measureWire } from './export-wire.ts'
import { type Line, printTable } from './measures.ts'
import { measureLists } from './peer-lists.ts'

const WINDOW_MS = 12_000

const only = ['export', 'lists', 'wire'].find(part => process.argv.includes(`--${part}`))
const wants = (part: string) => only === undefined || only === part
const lines: Line[] = []
const tell = (measure: string, value: string) => lines.push({ measure, value, goal: '', met: null })

tell('machine', `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
tell('date', new Date().toISOString().slice(0, 10))
if (wants('lists'))
  for (const list of await measureLists()) {
    tell(`list · ${list.name}: JavaScript at first, gzipped`, `${list.scriptsKb.toFixed(0)} kB`)
    tell(`list · ${list.name}: typing in the search (INP)`, `${list.inpMs} ms (${list.inpWords})`)
    tell(
      `list · ${list.name}: scrolling`,
      `${list.framesPerSecond.toFixed(1)} frames a second (${list.framesWords})`,
    )
  }
if (wants('wire')) {
  const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' })
  tell('nginx', stderr?.trim() ?? 'is not here')
  const folder = mkdtempSync(join(tmpdir(), 'portrait-desk-bench-'))
  lines.push(...withoutGoals(await measureWire(folder)))
  rmSync(folder, { recursive: true, force: true })
}
if (wants('export')) {
  const sandbox = await startSandbox(WINDOW_MS)
  await drawPortraits(sandbox)
  lines.push(...withoutGoals(await measureScript(sandbox, WINDOW_MS)))
  await sandbox.stop()
  lines.push(...withoutGoals(await measureHand(1)))
}
printTable(lines)
process.exit()

/** The goals are checked by the separate benches. */
function withoutGoals(measured: Line[]): Line[] {
  return measured.map(line => ({ ...line, goal: '', met: null }))
}
