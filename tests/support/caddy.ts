import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from './nginx.ts'
import { createTempFolder } from './temp-folder.ts'
import { until } from './until.ts'

const SHIPPED = join(import.meta.dirname, '../../deploy')
const TLS = join(import.meta.dirname, 'tls')

/** The version of the Caddy on this machine, or null. */
export const CADDY = spawnSync('caddy', ['version'], { encoding: 'utf8' }).stdout?.trim() || null

/**
 * A real Caddy with our configuration and the addresses of this machine, for one test. `below` is the path of the desk,
 * set as the head of the configuration says.
 */
export function startCaddy(desk: string, below = ''): Promise<{ port: number }> {
  return run('Caddyfile', (shipped, { folder, port }) =>
    shipped
      .replace(/^portraits\.example\.com \{/m, `https://:${port} {\n\tbind 127.0.0.1`)
      .replace('# tls /etc/portrait-desk/', 'tls /etc/portrait-desk/')
      .replaceAll('/etc/portrait-desk/', `${folder}/`)
      .replace('reverse_proxy 127.0.0.1:3000 {', `reverse_proxy ${below && `${below}*`} ${desk} {`)
      .replace(/(?<=@hidden path) .*/, paths => paths.replaceAll(' /', ` ${below}/`)),
  )
}

/** The Caddy of compose.yaml, in front of these desks. */
export function startCaddyOfCompose(desks: readonly string[]): Promise<{ port: number }> {
  return run('desks.Caddyfile', shipped =>
    shipped
      .replace('{$APP_URL} {', '{$APP_URL} {\n\tbind 127.0.0.1')
      .replace('desk:3000 desk-b:3000', desks.join(' ')),
  )
}

type Place = { folder: string; port: number }

async function run(
  name: string,
  toConfig: (shipped: string, place: Place) => string,
): Promise<{ port: number }> {
  const folder = createTempFolder()
  copyFileSync(join(TLS, 'self-signed.cert.pem'), join(folder, 'tls.crt'))
  copyFileSync(join(TLS, 'self-signed.key.pem'), join(folder, 'tls.key'))
  const port = await freePort()
  const path = join(folder, 'Caddyfile')
  const config = toConfig(readFileSync(join(SHIPPED, name), 'utf8'), { folder, port })
  writeFileSync(path, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${config}`)
  const env = {
    ...process.env,
    ...{ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    ...{ APP_URL: `https://127.0.0.1:${port}`, DESK_TLS: `${folder}/tls.crt ${folder}/tls.key` },
  }
  const caddy = spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], { stdio: 'pipe', env })
  let said = ''
  caddy.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  onTestFinished(async () => {
    if (caddy.exitCode !== null) return
    caddy.kill('SIGKILL')
    await once(caddy, 'exit')
  })
  await until('Caddy listens', () => {
    if (caddy.exitCode !== null) throw new Error(`Caddy has stopped: ${said}`)
    // Caddy itself answers plain http. The desk behind it may be in this process, which is blocked here.
    return spawnSync('curl', ['-sk', '-o', '/dev/null', `http://127.0.0.1:${port}/`]).status === 0
  })
  return { port }
}
