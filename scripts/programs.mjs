/** Programs of the system that tests use as counterparts: what is missing is installed where that can be done. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Each program with Debian's package of it. A test that meets none says `leaveOut` (tests/support/left-out.ts). */
const PACKAGES = {
  '7z': 'p7zip-full',
  bsdtar: 'libarchive-tools',
  caddy: 'caddy',
  curl: 'curl',
  javac: 'default-jdk-headless',
  nginx: 'nginx-light',
  pg_createcluster: 'postgresql',
  python3: 'python3',
  slapd: 'slapd',
  sshd: 'openssh-server',
  unzip: 'unzip',
}

/** Installs those of the tests' programs that are not on the PATH. Says nothing when it cannot: the tests do. */
export function ensurePrograms() {
  const missing = Object.entries(PACKAGES).filter(([command]) => findOnPath([command]) === null)
  if (missing.length > 0) install(missing.map(([, name]) => name))
}

/**
 * Debian's packages, where this user may install them. No service is started that a package brings.
 * @param {string[]} packages
 */
export function install(packages) {
  if (process.getuid?.() !== 0 || findOnPath(['apt-get']) === null) return
  console.log(`Installing ${packages.join(', ')} for the tests …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'ignore',
    env,
  })
}

/**
 * The path of the first of these commands that is there, or null.
 * @param {string[]} commands
 */
export function findOnPath(commands) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = commands.flatMap(command => folders.map(folder => join(folder, command)))
  return candidates.find(path => existsSync(path)) ?? null
}
