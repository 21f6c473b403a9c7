import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from './measures.ts'
import { COMMON, LIBRARIES, PROGRAMS, TASKS, type Task } from './other-writers.ts'

const RUN_MAX_MS = 240_000
/** The timeout for a source that fails at once. A program that is silent for this long never reports the failure. */
const DYING_MAX_MS = 15_000
const READ_ZIP = join(import.meta.dirname, '../support/ReadZip.java')

const QUESTIONS: Record<Task, string> = {
  many: '70,000 files, read by unzip',
  large: '4.5 GB, read by unzip',
  stream: 'stored and streamed, read by Java',
  memory: '900 MB in memory',
  dying: 'a source that dies',
}

/** How other libraries write the same archives, and how independent readers judge them. */
export async function measureOthers(folder: string): Promise<Line[]> {
  const lab = join(folder, 'others')
  mkdirSync(lab, { recursive: true })
  writeFileSync(join(lab, 'package.json'), '{"type":"module"}')
  const args = ['i', '--no-audit', '--no-fund', '--prefix', lab, ...LIBRARIES]
  if (spawnSync('npm', args, { stdio: 'ignore' }).status !== 0)
    return [toLine('other libraries', 'could not be installed')]
  return Object.entries(PROGRAMS).flatMap(([name, { text, tasks }]) => {
    process.stderr.write(`4. What ${name} makes of ${tasks.join(', ')} …\n`)
    writeFileSync(join(lab, `${name}.js`), COMMON + text)
    return tasks.map(task => {
      const line = toLine(`${name}: ${QUESTIONS[task]}`, ask(lab, name, task))
      // The whole run takes minutes; the lines so far are printed for an early stop.
      process.stderr.write(`   ${QUESTIONS[task]}: ${line.value}\n`)
      return line
    })
  })
}

function ask(lab: string, name: string, task: Task): string {
  const path = join(lab, `${name}.zip`)
  const run = spawnSync(process.execPath, [`${name}.js`, path, task], {
    cwd: lab,
    encoding: 'utf8',
    timeout: task === 'dying' ? DYING_MAX_MS : RUN_MAX_MS,
  })
  try {
    if (task === 'dying') return toEnd(run)
    if (run.status !== 0) return `fails: ${lastWords(run.stderr)}`
    if (task === 'memory') {
      const [speed, memory] = run.stdout.trim().split(' ')
      return `${speed} MB/s, ${memory} MB of memory`
    }
    return existsSync(path) ? read(path, task) : 'no archive'
  } finally {
    rmSync(path, { force: true })
  }
}

function toEnd({
  status,
  signal,
  stdout,
  stderr,
}: ReturnType<typeof spawnSync> & { stdout: string; stderr: string }) {
  if (signal) return 'hangs'
  if (stdout.startsWith('told')) return 'is told'
  return status === 0 ? 'ends as if nothing had happened' : `crashes: ${lastWords(stderr)}`
}

function read(path: string, task: keyof typeof TASKS): string {
  const big = { encoding: 'utf8', maxBuffer: 1e8 } as const
  if (task === 'stream') {
    const java = spawnSync('java', [READ_ZIP, path], big)
    if (java.error) return 'no Java here'
    return java.status === 0 ? 'fine' : `refused: ${lastWords(java.stderr)}`
  }
  const test = spawnSync('unzip', ['-tqq', path], big)
  const names = spawnSync('unzip', ['-Z1', path], big)
    .stdout.split('\n')
    .filter(line => line !== '')
  const count = names.length === TASKS[task] ? 'all files' : `${names.length} of ${TASKS[task]} files`
  return `${count}, unzip -t: ${test.status === 0 ? 'fine' : `code ${test.status}`}`
}

function lastWords(text: string): string {
  const line = text.split('\n').find(line => /(?:Error|Exception)\b/.test(line)) ?? ''
  return line.replace(/^.*?(\w*(?:Error|Exception))/, '$1').slice(0, 70)
}

function toLine(measure: string, value: string): Line {
  return { measure: `4 · ${measure}`, value, goal: '', met: null }
}
