import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { findListener } from './desk-process.ts'
import { type Line, sleep } from './measures.ts'
import { prepareArchive, startServiceDesk } from './service-desk.ts'

const PORT = 3566
const NGINX_PORT = 3567
const PEOPLE = 100
const PHOTO_BYTES = 8_000_000
const MB = 1_000_000
const GOALS = { one: 1_000, four: 1_500 }
const ROUNDS = 3

type Speed = { mbPerSecond: number; cpuMsPerGb: number }

/**
 * Downloads an archive of 800 MB from the store of the built desk over HTTP with curl, and the same file from nginx.
 */
export async function measureWire(dataDir: string): Promise<Line[]> {
  const desk = await startServiceDesk({ port: PORT, dataDir, people: PEOPLE, photoBytes: PHOTO_BYTES })
  const { origin, cookie } = desk
  const path = await prepareArchive(origin, cookie)
  const own = await measure(PORT, `${origin}${path}`, cookie)
  const file = join(dataDir, 'archive.zip')
  await save(`${origin}${path}`, cookie, file)
  await desk.stop()
  const nginx = await measureNginx(dataDir, file)
  const line = (measure: string, { mbPerSecond }: Speed, goal?: number): Line => ({
    measure,
    value: `${mbPerSecond.toFixed(0)} MB/s`,
    goal: goal ? `≥ ${goal} MB/s` : '',
    met: goal ? mbPerSecond >= goal : null,
  })
  return [
    line('wire · 800 MB from the store over HTTP', own.one, GOALS.one),
    line('wire · four at once', own.four, GOALS.four),
    {
      measure: 'wire · processor time of a gigabyte',
      value: `${own.one.cpuMsPerGb.toFixed(0)} ms`,
      goal: '',
      met: null,
    },
    ...(nginx
      ? [line('wire · the same file from nginx', nginx.one), line('wire · nginx, four at once', nginx.four)]
      : []),
  ]
}

/** The best of several rounds: the first one reads the disk. */
async function measure(port: number, address: string, cookie: string): Promise<{ one: Speed; four: Speed }> {
  const speeds: { one: Speed[]; four: Speed[] } = { one: [], four: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    speeds.one.push(await take(port, address, cookie, 1))
    speeds.four.push(await take(port, address, cookie, 4))
  }
  const best = (all: Speed[]) => all.reduce((a, b) => (b.mbPerSecond > a.mbPerSecond ? b : a))
  return { one: best(speeds.one), four: best(speeds.four) }
}

async function take(port: number, address: string, cookie: string, times: number): Promise<Speed> {
  const server = findListener(port)
  const [began, cpuMs] = [performance.now(), server.cpuMs()]
  const sizes = await Promise.all(Array.from({ length: times }, () => curl(address, cookie)))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const seconds = (performance.now() - began) / 1000
  return { mbPerSecond: bytes / MB / seconds, cpuMsPerGb: (server.cpuMs() - cpuMs) / (bytes / (1000 * MB)) }
}

async function curl(address: string, cookie: string): Promise<number> {
  const args = ['-sSf', '-o', '/dev/null', '-w', '%{size_download}', '-H', `cookie: ${cookie}`, address]
  const child = spawn('curl', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', chunk => {
    text += chunk
  })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`curl ended with ${status}.`)
  return Number(text)
}

async function save(address: string, cookie: string, file: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  get(address, { headers: { cookie } }, answer =>
    pipeline(answer, createWriteStream(file)).then(resolve, reject),
  ).on('error', reject)
  await promise
}

/** Null without nginx. */
async function measureNginx(folder: string, file: string): Promise<{ one: Speed; four: Speed } | null> {
  if (spawnSync('nginx', ['-v']).status !== 0) return null
  const root = join(folder, 'nginx')
  mkdirSync(root, { recursive: true })
  copyFileSync(file, join(root, 'archive.zip'))
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `pid ${folder}/nginx.pid; error_log stderr warn; events {}
http { access_log off; sendfile on; server { listen 127.0.0.1:${NGINX_PORT}; root ${root}; } }`,
  )
  const user = process.getuid?.() === 0 ? ' user root;' : ''
  const nginx = spawn('nginx', ['-p', folder, '-c', config, '-g', `daemon off; master_process off;${user}`])
  await sleep(1_000)
  const speeds = await measure(NGINX_PORT, `http://127.0.0.1:${NGINX_PORT}/archive.zip`, '')
  nginx.kill()
  await once(nginx, 'exit')
  return speeds
}
