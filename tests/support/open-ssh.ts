import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createTempFolder } from './temp-folder.ts'
import { until } from './until.ts'

/** OpenSSH's server on this machine, or null. */
export const SSHD = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find(path => existsSync(path)) ?? null

export type SshServer = {
  host: string
  port: number
  user: string
  /** The format of `ssh-keygen -l`. */
  fingerprint: string
  /** The key of the only user. */
  privateKey: string
  /** Closes every connection, and accepts no other one. */
  stop(): void
  /** Starts the same server again after `stop`. */
  start(): Promise<void>
}

/**
 * Writes a private key into a new file, with the public key beside it. It does not use ssh2, which cannot read one in
 * 256 of its own keys.
 */
export function createSshKey(path: string, type = 'ed25519'): string {
  spawnSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-f', path])
  return readFileSync(path, 'utf8')
}

/**
 * A server for one test, with its own keys, on a port of this machine; its fingerprint belongs to the first host key.
 */
export async function startSshServer(hostKeys = ['ed25519']): Promise<SshServer> {
  const folder = createTempFolder()
  for (const type of hostKeys) createSshKey(join(folder, `host-${type}`), type)
  const privateKey = createSshKey(join(folder, 'user'))
  const port = await findFreePort()
  const config = join(folder, 'sshd_config')
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      ...hostKeys.map(type => `HostKey ${folder}/host-${type}`),
      `AuthorizedKeysFile ${folder}/user.pub`,
      `PidFile ${folder}/pid`,
      'StrictModes no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'Subsystem sftp internal-sftp',
    ].join('\n'),
  )
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  let stop = () => {}
  async function start(): Promise<void> {
    const server = spawn(SSHD ?? '', ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    server.stderr.on('data', chunk => {
      said += chunk
    })
    stop = () => killWithChildren(server.pid ?? 0)
    await until(
      () => `sshd listens: ${said}`,
      () => said.includes('Server listening'),
    )
  }
  onTestFinished(() => stop())
  await start()
  const printed = spawnSync('ssh-keygen', ['-lf', join(folder, `host-${hostKeys[0]}.pub`)], {
    encoding: 'utf8',
  }).stdout
  return {
    ...{ host: '127.0.0.1', port, user: userInfo().username, privateKey, start },
    stop: () => stop(),
    fingerprint: printed.split(' ')[1] ?? '',
  }
}

/** Each connection of sshd has its own process, which outlives the listening one. */
function killWithChildren(pid: number): void {
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.split('\n')
  for (const child of children.filter(Boolean)) killWithChildren(Number(child))
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process had ended already.
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
