/**
 * `npm run observatory`: the headers of the built desk in the eyes of MDN's HTTP Observatory, behind TLS with an
 * authority that exists for this run only. Ends with 1 below a score of 130. Needs npm's registry and `openssl`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, nodePath, ROOT, toolEnv } from './setup.mjs'

const SCANNER = '@mdn/mdn-http-observatory@1.4.8'
const WANTED_SCORE = 130
const PORT = 3540
const TLS_PORT = 3543
/** The scanner wants a host with a dot in it. */
const HOST = `127.0.0.1:${TLS_PORT}`

await ensureInstalled()
await ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'portrait-desk-observatory-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

makeCertificates()
installScanner()
const desk = startDesk()
process.on('exit', () => desk.kill())
await untilReady()
const server = createServer({ key: read('desk.key'), cert: read('desk.pem') }, passOn)
await new Promise(resolve => server.listen(TLS_PORT, '127.0.0.1', () => resolve(undefined)))
const { scan, tests } = await runScanner()
for (const [name, { pass, result }] of Object.entries(tests))
  console.log(`${pass ? 'pass' : 'FAIL'}  ${name}: ${result}`)
console.log(`\nGrade ${scan.grade}, score ${scan.score} (wanted: ${WANTED_SCORE})`)
process.exit(scan.score >= WANTED_SCORE ? 0 : 1)

function makeCertificates() {
  writeFileSync(join(folder, 'san.cnf'), 'subjectAltName=IP:127.0.0.1\n')
  openssl('req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=throw-away -keyout ca.key -out ca.pem')
  openssl('req -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -keyout desk.key -out desk.csr')
  openssl(
    'x509 -req -in desk.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 1 -extfile san.cnf -out desk.pem',
  )
}

/** @param {string} args */
function openssl(args) {
  const { status, stderr } = spawnSync('openssl', args.split(' '), { cwd: folder, encoding: 'utf8' })
  if (status !== 0) fail(`openssl ${args.split(' ')[0]} failed: ${stderr}`)
}

/** Without its scripts; its list of preloaded hosts, which a script would fetch, stays empty. */
function installScanner() {
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', SCANNER]
  const { status } = spawnSync('npm', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail(`${SCANNER} could not be installed.`)
  writeFileSync(join(scannerPath(), 'conf', 'hsts-preload.json'), '{}')
}

function scannerPath() {
  return join(folder, 'node_modules', ...SCANNER.slice(0, SCANNER.lastIndexOf('@')).split('/'))
}

function startDesk() {
  return spawn(nodePath(), ['--conditions=react-server', 'scripts/serve.ts', 'start'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...toolEnv(),
      NODE_ENV: 'production',
      PORT: String(PORT),
      DATA_DIR: join(folder, 'data'),
      APP_URL: `https://${HOST}`,
      APP_SECRET: 'only-for-this-run-0123456789abcdef0123456789',
      PORTRAIT_API_URL: 'https://portraits.example.test/api/v1',
    },
  })
}

async function untilReady() {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/api/health/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  fail('The desk did not start.')
}

/** @type {import('node:http').RequestListener} */
function passOn(incoming, outgoing) {
  const { method, url, headers } = incoming
  const onward = request({ host: '127.0.0.1', port: PORT, method, path: url, headers }, answer => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}

async function runScanner() {
  const scanner = spawn(nodePath(), [join(scannerPath(), 'src', 'scan.js'), HOST], {
    env: { ...toolEnv(), NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const chunk of scanner.stdout) text += chunk
  const found = JSON.parse(text)
  if (found.error) fail(`The scanner says: ${found.error}`)
  return found
}

/** @param {string} name */
function read(name) {
  return readFileSync(join(folder, name))
}
