import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectWithKey } from '#lib/portrait-api/connect.ts'
import type { BenchSandbox } from './bench-sandbox.ts'
import type { Line } from './measures.ts'
import { exportAll } from './photo-export.ts'
import { printTimeline } from './timeline.ts'

const FIRST = 1001
const PEOPLE = 700
const LIMIT = 120
const GOAL = 1.03

/** 700 photos are six bursts of 120, so the last one begins five windows after the first. */
const toFloor = (windowMs: number) => 5 * windowMs

export async function measureBudget(sandbox: BenchSandbox, windowMs: number): Promise<Line[]> {
  await drawPortraits(sandbox)
  process.stderr.write('1. 700 photos from the click, and the same export again …\n')
  const { id, key } = await sandbox.createKey()
  const client = connectWithKey(key)
  const clickedAt = Date.now()
  const cpuBefore = process.cpuUsage()
  const ratio = (await exportAll(client)) / toFloor(windowMs)
  const cpu = process.cpuUsage(cpuBefore)
  const lastCallMs = Math.max(...(await sandbox.calls(id)).map(({ time }) => time)) - clickedAt
  const photos = async () => (await sandbox.calls(id)).filter(({ path }) => path.includes('/photo')).length
  const before = await photos()
  const againMs = await exportAll(client)
  const again = (await photos()) - before
  const limited = (await sandbox.calls(id)).filter(({ status }) => status === 429).length
  printTimeline(await sandbox.calls(id), { windowMs, limit: LIMIT })
  await sandbox.revokeKey(id)
  return [
    {
      measure: '1 · 700 photos from the click: time ÷ floor',
      value: ratio.toFixed(3),
      goal: `≤ ${GOAL}`,
      met: ratio <= GOAL,
    },
    {
      measure: '1 · of that, until the last call was made',
      value: (lastCallMs / toFloor(windowMs)).toFixed(3),
      goal: '',
      met: null,
    },
    {
      measure: '1 · processor time of the desk for each photo',
      value: `${((cpu.user + cpu.system) / 1000 / PEOPLE).toFixed(1)} ms`,
      goal: '',
      met: null,
    },
    { measure: '1 · answers 429', value: String(limited), goal: '0', met: limited === 0 },
    { measure: '1 · the same export again: photo calls', value: String(again), goal: '0', met: again === 0 },
    { measure: '1 · the same export again: time', value: `${againMs.toFixed(0)} ms`, goal: '', met: null },
  ]
}

/**
 * The script that a user would write in an afternoon: four curl processes with retries, then zip. It fetches without
 * any check.
 */
export async function measureScript(sandbox: BenchSandbox, windowMs: number): Promise<Line[]> {
  process.stderr.write('2. The same with xargs -P4 curl --retry, and zip -0 …\n')
  const { id, key } = await sandbox.createKey()
  const folder = mkdtempSync(join(tmpdir(), 'portrait-desk-script-'))
  const list = Array.from({ length: PEOPLE }, (_, index) => FIRST + index).join('\n')
  writeFileSync(join(folder, 'list'), list)
  const url = `${sandbox.origin}/api/v1/employees/{}/photo?size=3`
  const curl = `curl -sf --retry 99 -H 'Authorization: Bearer ${key}' -o {}.jpg '${url}'`
  const began = performance.now()
  const script = spawn('sh', ['-c', `xargs -P4 -I{} ${curl} < list && zip -0q all.zip *.jpg`], {
    cwd: folder,
  })
  const [status] = await once(script, 'exit')
  const ratio = (performance.now() - began) / toFloor(windowMs)
  rmSync(folder, { recursive: true, force: true })
  await sandbox.revokeKey(id)
  return [
    {
      measure: '2 · xargs -P4 curl --retry, zip -0: time ÷ floor',
      value: status === 0 ? ratio.toFixed(3) : `failed (${status})`,
      goal: '',
      met: null,
    },
  ]
}

/** Draws the portraits first, because they are drawn at the first request and that time is not measured. */
export async function drawPortraits(sandbox: BenchSandbox): Promise<void> {
  process.stderr.write('Drawing 700 portraits …\n')
  for (let start = 0; start < PEOPLE; start += 100) {
    const { id, key } = await sandbox.createKey()
    const headers = { authorization: `Bearer ${key}` }
    const asked = Array.from({ length: 100 }, async (_, index) => {
      const url = `${sandbox.origin}/api/v1/employees/${FIRST + start + index}/photo?size=3`
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`The sandbox answered ${answer.status}.`)
    })
    await Promise.all(asked)
    await sandbox.revokeKey(id)
  }
}
