/**
 * Files that an operator takes from the repository and runs; tests/nightly/image/image.test.ts and
 * tests/nightly/unit/chart.test.ts run some of them.
 */
import { globSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settingsSchema } from '#lib/settings/settings-schema.ts'
import { readDocument } from '#tests/support/documents.ts'

const { STOP_SECONDS, STOP_GRACE_SECONDS } = settingsSchema.parse({})
/** The desk's own time to stop, and some more. */
const STOP_MIN = STOP_SECONDS + STOP_GRACE_SECONDS + 10
const read = (path: string) => readFileSync(path, 'utf8')

test('only named files of a checkout reach the build of the image', () => {
  const lines = read('.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  expect(lines[0]).toBe('*')
  const named = lines.slice(1).map(line => line.replace(/^!/, ''))
  expect(lines.slice(1).filter(line => !line.startsWith('!'))).toEqual([])
  for (const path of named) expect(globSync(path), path).not.toEqual([])
  expect(named.filter(path => /^(?:tests|docs|node_modules|deploy|\.)/.test(path))).toEqual([])
})

describe('the image', () => {
  const last =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''

  test('the image runs without root, has a health check, and stops on a signal', () => {
    expect(last).toMatch(/^USER 1000:0$/m)
    expect(last).toMatch(/^HEALTHCHECK .* CMD \["portrait-desk", "healthcheck"\]$/m)
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(last).toMatch(/^ENTRYPOINT \["tini", "--", "portrait-desk"\]$/m)
  })

  test('the image gets from its builder the packed desk and nothing else', () => {
    expect(last.match(/^(?:COPY|ADD) .*$/gm)).toEqual([
      'COPY --from=build /usr/bin/tini /usr/local/bin/tini',
      'COPY --from=build /build/dist /app',
    ])
  })
})

describe('Compose', () => {
  const { services, networks } = parse(read('compose.yaml'), { merge: true })
  const { desk, 'desk-b': other, postgres, proxy } = services

  test('Compose runs one desk alone, and more for the named profile', () => {
    const of = (profile: boolean) =>
      Object.keys(services).filter(name => Boolean(services[name].profiles) === profile)
    expect(of(false)).toEqual(['desk'])
    expect(new Set(of(true).map(name => String(services[name].profiles)))).toEqual(new Set(['postgres']))
    // A variable that only a profile needs must not keep the single desk from starting.
    expect(read('compose.yaml')).not.toMatch(/\$\{\w+:\?/)
  })

  test.each([
    ['desk', desk],
    ['desk-b', other],
  ])(
    'Compose runs %s read-only, without rights, on this machine alone, with enough time to stop',
    (_, one) => {
      expect(one).toMatchObject({
        user: '1000:0',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp'],
        environment: { DATA_DIR: '/data', HOST: '0.0.0.0' },
      })
      for (const port of one.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
      expect(Number.parseInt(one.stop_grace_period, 10)).toBeGreaterThanOrEqual(STOP_MIN)
    },
  )

  test('Compose gives each desk its own data, and all of them one folder of photos', () => {
    expect([desk.volumes, other.volumes]).toEqual([
      ['data:/data', 'photos:/photos'],
      ['data-b:/data', 'photos:/photos'],
    ])
    expect(read('Dockerfile')).toMatch(/install -d -m 0770 -g 0 \/data \/photos$/m)
  })

  test('Compose limits what each container logs, in a way that Docker and Podman know', () => {
    for (const [name, { logging }] of Object.entries<{ logging: unknown }>(services))
      expect([name, logging]).toEqual([
        name,
        { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
      ])
  })

  test('the proxy of Compose may read private keys and use low ports, and nothing more', () => {
    expect([proxy.cap_drop, proxy.cap_add]).toEqual([['ALL'], ['NET_BIND_SERVICE', 'DAC_READ_SEARCH']])
  })

  test('Compose exposes the proxy alone, which serves both desks and is the one they trust', () => {
    expect(postgres.ports).toBeUndefined()
    expect(proxy.ports).toEqual([`\${HTTP_PORT:-80}:80`, `\${HTTPS_PORT:-443}:\${HTTPS_PORT:-443}`])
    expect(read('deploy/desks.Caddyfile')).toMatch(/^\treverse_proxy desk:3000 desk-b:3000 \{$/m)
    const { gateway, ip_range } = networks.default.ipam.config[0]
    const trusted = `\${TRUST_PROXY:-${gateway}, ${proxy.networks.default.ipv4_address}}`
    expect([desk.environment.TRUST_PROXY, other.environment.TRUST_PROXY]).toEqual([trusted, trusted])
    // Other containers must not get that address.
    const range = new BlockList()
    range.addSubnet(...(ip_range.split('/').map((part: string) => Number(part) || part) as [string, number]))
    expect(range.check(proxy.networks.default.ipv4_address)).toBe(false)
  })
})

test('the systemd unit has the network and its own folder, restarts, and waits long enough', () => {
  const unit = read('deploy/systemd/portrait-desk.service')
  for (const line of [
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'User=portrait-desk',
    'Restart=on-failure',
    'KillMode=mixed',
    // New files get the group of a delivery's folder; the desk's own data are protected by their folder.
    'UMask=0007',
    'StateDirectoryMode=0700',
  ])
    expect(unit.split('\n')).toContain(line)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(STOP_MIN)
  // Restarts are limited: failed starts, each with its pause and a second of its own, fit into the interval.
  const [bound, starts, pause] = ['StartLimitIntervalSec', 'StartLimitBurst', 'RestartSec'].map(name =>
    Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(unit)?.[1]),
  ) as [number, number, number]
  expect(starts * (pause + 2)).toBeLessThan(bound)
})

test('the unit allows the folders of the documents, and the desk can read their files', () => {
  const [install, desks] = ['docs/install.md', 'docs/operations/several-desks.md'].map(listCommands) as [
    string[],
    string[],
  ]
  const inDesks = (pattern: RegExp) => desks.flatMap(line => pattern.exec(line)?.[1] ?? [])
  const folders = inDesks(/^echo 'PHOTO_STORE_DIR=(\S+)'/)
  const graces = inDesks(/^echo 'STOP_GRACE_SECONDS=(\d+)'/)
  const files = inDesks(/DATABASE_URL_FILE=(\/etc\/portrait-desk\/[\w-]+)/)
  expect([folders.length, graces.length, files.length]).toEqual([1, 1, 2])
  for (const folder of folders) expect(install).toContain(`ReadWritePaths=${folder}`)
  for (const grace of graces) expect(install).toContain(`TimeoutStopSec=${Number(grace) + STOP_SECONDS + 10}`)
  expect(install).toContain('install -d -m 0750 -g portrait-desk /etc/portrait-desk')
  for (const file of files) expect(desks).toContain(`install -m 0640 -g portrait-desk /dev/null ${file}`)
})

test('workflows are valid, and those that run for everybody may only read', () => {
  for (const path of globSync('.github/workflows/*.yml')) {
    const { jobs, permissions } = parse(read(path))
    expect(permissions, path).toEqual({ contents: 'read' })
    for (const { steps } of Object.values<{ steps: { uses?: string; run?: string }[] }>(jobs))
      for (const step of steps) expect(step.uses ?? step.run, path).toEqual(expect.any(String))
  }
})

test('the documents of operators name commands that exist', () => {
  const text = ['docs/install.md', ...globSync('docs/operations/*.md')].map(read).join('\n')
  const commands = Array.from(text.matchAll(/portrait-desk(?:\.mjs)? ([a-z]+)\b/g), ([, name]) => name)
  for (const name of commands)
    if (name !== 'start') expect(read('scripts/cli/portrait-desk.ts')).toContain(` ${name}: {`)
})

/** Returns the lines of all code blocks of a page. */
function listCommands(path: string): string[] {
  return readDocument(path).code.flatMap(({ text }) => text.split('\n'))
}
