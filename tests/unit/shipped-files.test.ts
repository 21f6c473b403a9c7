/** What an operator takes from here and runs; tests/image and tests/nightly/chart.test.ts try it really. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settingsSchema } from '#lib/settings/settings-schema.ts'

const { STOP_SECONDS, STOP_GRACE_SECONDS } = settingsSchema.parse({})
/** The desk's own last words, and a little. */
const STOP_MIN = STOP_SECONDS + STOP_GRACE_SECONDS + 10
const read = (path: string) => readFileSync(path, 'utf8')

test('nothing of a checkout reaches the build of the image but what is named', () => {
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

  test('is run by nobody in particular, is watched, and hears who asks it to end', () => {
    expect(last).toMatch(/^USER 1000:0$/m)
    expect(last).toMatch(/^HEALTHCHECK .* CMD \["portrait-desk", "healthcheck"\]$/m)
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(last).toMatch(/^ENTRYPOINT \["tini", "--", "portrait-desk"\]$/m)
  })

  test('gets from its builder the packed desk and nothing else', () => {
    expect(last.match(/^(?:COPY|ADD) .*$/gm)).toEqual([
      'COPY --from=build /usr/bin/tini /usr/local/bin/tini',
      'COPY --from=build /build/dist /app',
    ])
  })
})

test('Compose runs it read-only, without rights, for this machine alone, and waits long enough', () => {
  const { services } = parse(read('compose.yaml'))
  expect(services.desk).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    environment: { DATA_DIR: '/data', HOST: '0.0.0.0' },
  })
  for (const port of services.desk.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  expect(Number.parseInt(services.desk.stop_grace_period, 10)).toBeGreaterThanOrEqual(STOP_MIN)
})

test('Compose runs two desks as it runs one, on one database and one folder of photos, each with data of its own', () => {
  const { services, configs } = parse(read('deploy/compose.desks.yaml'), { merge: true })
  const { services: alone } = parse(read('compose.yaml'))
  const desks = [services['desk-a'], services['desk-b']]
  for (const desk of desks) {
    for (const name of ['user', 'read_only', 'cap_drop', 'security_opt', 'tmpfs', 'stop_grace_period'])
      expect(desk[name], name).toEqual(alone.desk[name])
    expect(desk.environment).toMatchObject({ DATA_DIR: '/data', PHOTO_STORE_DIR: '/photos' })
    expect(configs.nginx.content).toMatch(/proxy_next_upstream error;/)
  }
  expect(desks.map(({ volumes }) => volumes)).toEqual([
    ['data-a:/data', 'photos:/photos'],
    ['data-b:/data', 'photos:/photos'],
  ])
  expect(configs.nginx.content.match(/server desk-[ab]:3000/g)).toHaveLength(2)
  for (const port of services.nginx.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test('systemd gives it the network and its own folder, starts it anew, and waits long enough', () => {
  const unit = read('deploy/systemd/portrait-desk.service')
  for (const line of [
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'User=portrait-desk',
    'Restart=on-failure',
    'KillMode=mixed',
  ])
    expect(unit.split('\n')).toContain(line)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(STOP_MIN)
})

test('workflows are whole, and those that run for everybody may only read', () => {
  for (const path of globSync('.github/workflows/*.yml')) {
    const { jobs, permissions } = parse(read(path))
    expect(permissions, path).toEqual({ contents: 'read' })
    for (const { steps } of Object.values<{ steps: { uses?: string; run?: string }[] }>(jobs))
      for (const step of steps) expect(step.uses ?? step.run, path).toEqual(expect.any(String))
  }
})

test('docs/install.md names files and commands that are there', () => {
  const text = read('docs/install.md')
  for (const [, path = ''] of text.matchAll(/(?:deploy|scripts)\/([\w./-]+\w)/g))
    expect(existsSync(`deploy/${path}`) || existsSync(`scripts/${path}`), path).toBe(true)
  const commands = Array.from(text.matchAll(/portrait-desk(?:\.mjs)? ([a-z]+)\b/g), ([, name]) => name)
  for (const name of commands)
    if (name !== 'start') expect(read('scripts/cli/portrait-desk.ts')).toContain(` ${name}: {`)
})
