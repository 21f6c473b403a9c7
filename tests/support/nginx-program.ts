import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { until } from './until.ts'

const SHIPPED = join(import.meta.dirname, '../../deploy/nginx.conf')
const TLS = join(import.meta.dirname, 'tls')

/** The version of the nginx on this machine, or null. */
export const NGINX =
  /nginx\/(\S+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1] ?? null

/** Our configuration with the addresses of this machine instead of those that an operator changes. */
export function shippedConfig(folder: string, { port, desk }: { port: number; desk: string }): string {
  return readFileSync(SHIPPED, 'utf8')
    .replace('server 127.0.0.1:3000;', `server ${desk};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replaceAll('/etc/portrait-desk/', `${folder}/`)
    .replace('/run/portrait-desk-nginx.pid', `${folder}/nginx.pid`)
    .replace('worker_processes auto;', 'worker_processes 1;')
    .replace('http {', `http {\n${ownFolders(folder)}`)
}

/** The same for a desk below a path, as the head of the configuration says. */
export function configBelow(path: string): typeof shippedConfig {
  return (folder, addresses) =>
    shippedConfig(folder, addresses)
      .replace('location / {', `location ${path} {`)
      .replaceAll('location = /', `location = ${path}/`)
}

/**
 * The same with shorter timeouts, divided by `times`: those in the file, and nginx's own minute for a client that reads
 * nothing.
 */
export function hurriedConfig(times: number): typeof shippedConfig {
  return (folder, addresses) =>
    shippedConfig(folder, addresses)
      .replaceAll(/ (\d+)s;/g, (_, seconds) => ` ${Math.round((Number(seconds) * 1000) / times)}ms;`)
      .replace('http {', `http {\nsend_timeout ${Math.round(60_000 / times)}ms;`)
}

/** The configuration that we ship, as docs/operations/several-desks.md changes it for two desks; without TLS. */
export function configForTwo(ports: number[], down?: number): typeof shippedConfig {
  return (folder, addresses) => {
    const state = (port: number) => (port === down ? 'down' : 'max_fails=3 fail_timeout=2s')
    const servers = ports.map(port => `server 127.0.0.1:${port} ${state(port)};`)
    return (
      shippedConfig(folder, addresses)
        .replace(`server ${addresses.desk};`, servers.join(' '))
        .replace(/^ *keepalive(_timeout)? .*$/gm, '')
        .replace('proxy_next_upstream off;', 'proxy_next_upstream error; proxy_next_upstream_tries 2;')
        .replace(' ssl http2;', ';')
        // Shows the tests which desk has answered.
        .replace('location / {', 'location / { add_header x-desk $upstream_addr always;')
    )
  }
}

/** The shortest configuration that seems to work. */
export function defaultConfig(folder: string, { port, desk }: { port: number; desk: string }): string {
  return `pid ${folder}/nginx.pid; error_log stderr warn; events {}
http { ${ownFolders(folder)} access_log off; server { listen 127.0.0.1:${port}; location / { proxy_pass http://${desk}; } } }`
}

export type Nginx = {
  port: number
  /** Loads another configuration; requests in flight end under the old one. */
  reload(toConfig: typeof shippedConfig): void
  stop(): Promise<void>
}

type NginxPlace = {
  /** The folder for its files. */
  folder: string
  /** The host and port of the desk. */
  desk: string
  port: number
}

/** A real nginx with this configuration, on this machine alone. */
export async function runNginx(
  toConfig: typeof shippedConfig,
  { folder, desk, port }: NginxPlace,
): Promise<Nginx> {
  copyFileSync(join(TLS, 'self-signed.cert.pem'), join(folder, 'tls.crt'))
  copyFileSync(join(TLS, 'self-signed.key.pem'), join(folder, 'tls.key'))
  mkdirSync(join(folder, 'temp'), { mode: 0o777 })
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, toConfig(folder, { port, desk }))
  // Under root, nginx's workers would run as a user who cannot read the test's folder.
  const user = process.getuid?.() === 0 ? ' user root;' : ''
  const nginx = spawn('nginx', ['-p', folder, '-c', path, '-g', `daemon off;${user}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  nginx.stderr.on('data', (chunk: Buffer) => {
    text += chunk
  })
  await until('nginx listens', () => {
    if (nginx.exitCode !== null) throw new Error(`nginx has stopped: ${text}`)
    return spawnSync('curl', ['-sk', '-o', '/dev/null', `http://127.0.0.1:${port}/`]).status === 0
  }).catch(error => {
    nginx.kill('SIGKILL')
    throw error
  })
  return {
    port,
    reload(toConfig) {
      writeFileSync(path, toConfig(folder, { port, desk }))
      nginx.kill('SIGHUP')
    },
    async stop() {
      if (nginx.exitCode !== null || nginx.signalCode !== null) return
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    },
  }
}

function ownFolders(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/temp/${name};`)
    .join(' ')
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}
