/** Programs of the system that tests use as counterparts. Missing ones are installed where that is possible. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Each program with its Debian package. A test without its program says `leaveOut` (tests/support/left-out.ts). */
const PACKAGES = {
  '7z': 'p7zip-full',
  bsdtar: 'libarchive-tools',
  caddy: 'caddy',
  curl: 'curl',
  go: 'golang-go golang-github-masterminds-sprig-dev golang-gopkg-yaml.v3-dev',
  javac: 'default-jdk-headless',
  ldapadd: 'ldap-utils',
  nginx: 'nginx-light',
  pg_createcluster: 'postgresql',
  promtool: 'prometheus',
  python3: 'python3',
  slapd: 'slapd',
  sshd: 'openssh-server',
  unzip: 'unzip',
}

/** nginx is the proxy between the browser and a desk below a path. */
const FOR_JOURNEYS = ['curl', 'nginx']
/** Needed by `tests/nightly` alone. Debian has no Helm; without it, Go renders the chart. */
const FOR_NIGHTLY = ['caddy', 'go', 'promtool']

/**
 * Installs the programs of these tests that are not on the PATH. Reports no failure: the tests do.
 * @param {string[]} parts the kinds of tests
 * @param {{ all: boolean }} options whether the files of `tests/nightly` run as well
 */
export function ensurePrograms(parts, { all }) {
  const runsVitest = parts.some(part => !['lint', 'types', 'components', 'journeys'].includes(part))
  const isNeeded = (/** @type {string} */ command) =>
    (runsVitest && (all || !FOR_NIGHTLY.includes(command))) ||
    (parts.includes('journeys') && FOR_JOURNEYS.includes(command))
  const isThere = (/** @type {string} */ command) =>
    findOnPath(command === 'go' ? ['helm', 'go'] : [command]) !== null
  const missing = Object.entries(PACKAGES).filter(([command]) => isNeeded(command) && !isThere(command))
  if (missing.length > 0) install(missing.flatMap(([, names]) => names.split(' ')))
}

/**
 * Installs Debian's packages if this user may. Starts no service of a package.
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
 * The path of the first installed one of these commands, or null.
 * @param {string[]} commands
 */
export function findOnPath(commands) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = commands.flatMap(command => folders.map(folder => join(folder, command)))
  return candidates.find(path => existsSync(path)) ?? null
}
