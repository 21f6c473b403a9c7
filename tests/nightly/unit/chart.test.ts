/**
 * The chart of deploy/chart as Helm renders it, checked against Kubernetes' own schemas. Without Helm, Go renders it
 * with the same template language (tests/support/helm-stand-in).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import { SECRETS } from '#lib/settings/secret-rules.ts'
import { settingsSchema } from '#lib/settings/settings-schema.ts'
import packageJson from '#package.json' with { type: 'json' }
import { leaveOut } from '#tests/support/left-out.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const CHART = 'deploy/chart'
const GO_PACKAGES = '/usr/share/gocode'
const REQUIRED = {
  settings: {
    APP_URL: 'https://portraits.example.com',
    PORTRAIT_API_URL: 'https://service.example.com/api/v1',
  },
}
const EVERYTHING = {
  ...REQUIRED,
  ingress: { enabled: true, className: 'nginx' },
  podDisruptionBudget: { enabled: true },
  networkPolicy: { from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }] },
  persistence: { storageClass: 'fast' },
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'desk', operator: 'Exists' }],
  podAnnotations: { note: 'yes' },
  image: { pullSecrets: [{ name: 'registry' }] },
}
const MODELS = { Deployment, Ingress, NetworkPolicy, PersistentVolumeClaim, PodDisruptionBudget, Service }
const TOOL = findTool()

type Values = Record<string, unknown>
type Kind = keyof typeof MODELS

function findTool(): 'helm' | 'go' | null {
  if (spawnSync('helm', ['version']).status === 0) return 'helm'
  const hasGo = spawnSync('go', ['version']).status === 0
  return hasGo && existsSync(join(GO_PACKAGES, 'src/github.com/Masterminds/sprig')) ? 'go' : null
}

/** The stand-in for Helm is compiled once. */
let standIn = ''
if (TOOL === 'go')
  beforeAll(() => {
    const folder = mkdtempSync(join(inject('tempRoot'), 'helm-'))
    standIn = join(folder, 'helm')
    const goEnv = { GO111MODULE: 'off', GOPATH: GO_PACKAGES, GOCACHE: join(folder, 'cache'), HOME: folder }
    const { stderr } = spawnSync('go', ['build', '-o', standIn, 'tests/support/helm-stand-in/main.go'], {
      encoding: 'utf8',
      env: { ...process.env, ...goEnv },
    })
    expect(stderr).toBe('')
  })

function render(values: Values) {
  const file = join(createTempFolder(), 'values.yaml')
  writeFileSync(file, stringify(values))
  const [tool, ...args] =
    TOOL === 'helm' ? ['helm', 'template', 'desk', CHART, '--values', file] : [standIn, 'desk', CHART, file]
  const { status, stdout, stderr } = spawnSync(tool ?? '', args, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** Returns every document by its kind; throws the schema errors of Kubernetes. */
function renderValid(values: Values) {
  const { status, stdout, stderr } = render(values)
  expect([status, stderr]).toEqual([0, ''])
  const documents = parseAllDocuments(stdout)
    .map(document => document.toJS() as { kind: Kind } | null)
    .filter(document => document !== null)
  for (const document of documents) {
    expect(Object.keys(MODELS)).toContain(document.kind)
    const Model: new (data: object) => { validate(): void } = MODELS[document.kind]
    new Model(document).validate()
  }
  const of = <Model>(kind: Kind) => documents.find(document => document.kind === kind) as Model
  return { kinds: documents.map(({ kind }) => kind).sort(), of }
}

function describeRendered(name: string, tests: () => void): void {
  if (TOOL !== null) describe(name, tests)
  else leaveOut(name, 'helm, or go with sprig')
}

describeRendered('the chart', () => {
  test('the chart satisfies the schemas of Kubernetes, with few and with all values', () => {
    expect(renderValid(REQUIRED).kinds).toEqual([
      'Deployment',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'Service',
    ])
    expect(renderValid(EVERYTHING).kinds).toEqual(Object.keys(MODELS).sort())
  })

  test('the schemas refuse what Kubernetes would refuse', () => {
    const { spec } = renderValid(REQUIRED).of<Deployment>('Deployment')
    const wrong = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { ...spec, replicas: 'one' } }
    expect(() => new Deployment(wrong as unknown as Deployment).validate()).toThrow()
  })

  test('the chart runs several desks on one database, rolls them in turn and gives each a folder', () => {
    const { of } = renderValid({
      ...REQUIRED,
      replicas: 2,
      secrets: { DATABASE_URL: { name: 'portrait-desk', key: 'database-url' } },
    })
    const { spec } = of<Deployment>('Deployment')
    expect(spec).toMatchObject({
      replicas: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } },
    })
    expect(spec?.template.spec?.volumes?.find(({ name }) => name === 'data')).toEqual({
      name: 'data',
      emptyDir: {},
    })
    expect(spec?.template.spec?.containers[0]?.env).toContainEqual({
      name: 'DATABASE_URL_FILE',
      value: '/run/secrets/portrait-desk/DATABASE_URL',
    })
  })

  test('the chart supports a maintenance pod alone with the data, also with a server', () => {
    const DATABASE_URL = { name: 'portrait-desk', key: 'database-url' }
    for (const more of [{}, { replicas: 2, secrets: { DATABASE_URL } }]) {
      const { spec } = renderValid({ ...REQUIRED, ...more, maintenance: true }).of<Deployment>('Deployment')
      expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } })
      const { containers: [pod] = [], volumes } = spec?.template.spec ?? {}
      expect(pod?.command).toEqual(['tini', '--', 'sleep', 'infinity'])
      expect(Object.keys(pod ?? {}).filter(name => name.endsWith('Probe'))).toEqual([])
      expect(volumes?.find(({ name }) => name === 'data')).toMatchObject({
        persistentVolumeClaim: { claimName: 'desk-portrait-desk' },
      })
    }
    expect(
      renderValid(REQUIRED).of<Deployment>('Deployment').spec?.template.spec?.containers[0],
    ).not.toHaveProperty('command')
  })

  test('the chart takes the listening address, for networks with IPv6 only', () => {
    const { spec } = renderValid({ settings: { ...REQUIRED.settings, HOST: '::' } }).of<Deployment>(
      'Deployment',
    )
    expect(spec?.template.spec?.containers[0]?.env).toContainEqual({ name: 'HOST', value: '::' })
  })

  test('the chart runs the desk without root, on a read-only root file system', () => {
    const { spec } = renderValid(REQUIRED).of<Deployment>('Deployment')
    const pod = spec?.template.spec
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsGroup: 0, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          image: `portrait-desk:${packageJson.version}`,
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          livenessProbe: { httpGet: { path: '/api/health/live' } },
          readinessProbe: { httpGet: { path: '/api/health/ready' } },
        },
      ],
    })
    expect(pod?.containers[0]?.resources?.limits).toHaveProperty('memory')
    const { STOP_SECONDS, STOP_GRACE_SECONDS } = settingsSchema.parse({})
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(STOP_SECONDS + STOP_GRACE_SECONDS + 10)
    expect(spec?.strategy?.type).toBe('Recreate')
  })

  test('the chart leaves the user id to clusters that choose one', () => {
    const values = { ...REQUIRED, podSecurityContext: { runAsUser: null, fsGroup: null } }
    const { spec } = renderValid(values).of<Deployment>('Deployment')
    expect(spec?.template.spec?.securityContext).not.toHaveProperty('runAsUser')
    expect(spec?.template.spec?.securityContext).not.toHaveProperty('fsGroup')
  })

  test('the chart references secrets as files, and contains none', () => {
    const secrets = { PORTRAIT_API_KEY: { name: 'service', key: 'key' } }
    const { spec } = renderValid({ ...REQUIRED, secrets }).of<Deployment>('Deployment')
    const { containers: [desk] = [], volumes } = spec?.template.spec ?? {}
    const [mount] = desk?.volumeMounts?.filter(({ name }) => name === 'secrets') ?? []
    for (const name of ['APP_SECRET', 'PORTRAIT_API_KEY'])
      expect(desk?.env).toContainEqual({ name: `${name}_FILE`, value: `${mount?.mountPath}/${name}` })
    expect(volumes?.find(({ name }) => name === 'secrets')?.projected?.sources).toContainEqual({
      secret: { name: 'service', items: [{ key: 'key', path: 'PORTRAIT_API_KEY' }] },
    })
  })

  test('the chart takes each secret by reference, and none among the settings', () => {
    for (const name of SECRETS) {
      const { stderr } = render({ settings: { ...REQUIRED.settings, [name]: 'x' } })
      expect(stderr).toContain(`settings.${name} is a secret`)
    }
    const secrets = Object.fromEntries(SECRETS.map(name => [name, { name: 'all', key: name }]))
    expect(renderValid({ ...REQUIRED, secrets }).kinds).toContain('Deployment')
  })

  test('the chart can add a company’s authority, proxy, folders and files', () => {
    const extra = {
      extraEnv: [{ name: 'HTTPS_PROXY', valueFrom: { secretKeyRef: { name: 'proxy', key: 'url' } } }],
      extraVolumes: [{ name: 'company', configMap: { name: 'company-ca' } }],
      extraVolumeMounts: [{ name: 'company', mountPath: '/run/company', readOnly: true }],
    }
    const { spec } = renderValid({ ...REQUIRED, ...extra }).of<Deployment>('Deployment')
    const { containers: [desk] = [], volumes } = spec?.template.spec ?? {}
    expect(desk?.env).toContainEqual(extra.extraEnv[0])
    expect(desk?.volumeMounts).toContainEqual(extra.extraVolumeMounts[0])
    expect(volumes).toContainEqual(extra.extraVolumes[0])
  })

  test('the ingress leads to the desk from the host and path of its address', () => {
    const settings = { ...REQUIRED.settings, APP_URL: 'https://intranet.example.com/hr/portraits' }
    const [rule] = renderValid({ ...EVERYTHING, settings }).of<Ingress>('Ingress').spec?.rules ?? []
    expect([rule?.host, rule?.http?.paths[0]?.path]).toEqual(['intranet.example.com', '/hr/portraits'])
    const [whole] = renderValid(EVERYTHING).of<Ingress>('Ingress').spec?.rules ?? []
    expect(whole?.http?.paths[0]?.path).toBe('/')
  })

  test('the network policy opens only the desk’s port, and only to named peers', () => {
    const { spec } = renderValid(EVERYTHING).of<NetworkPolicy>('NetworkPolicy')
    expect(spec?.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(spec?.ingress).toEqual([
      { ports: [{ port: 'http', protocol: 'TCP' }], from: EVERYTHING.networkPolicy.from },
    ])
  })

  test.each<[string, Values, string]>([
    ['two desks on one volume', { ...REQUIRED, replicas: 2 }, 'replicas must be 1'],
    [
      'no address',
      { settings: { PORTRAIT_API_URL: 'https://x/api/v1' }, ingress: { enabled: true } },
      'APP_URL',
    ],
    ['no service', { settings: { APP_URL: 'https://x' } }, 'PORTRAIT_API_URL'],
    ['a port of its own', { settings: { ...REQUIRED.settings, PORT: 8080 } }, 'set by the chart itself'],
    [
      'a secret that nobody reads',
      { ...REQUIRED, secrets: { HTTPS_PROXY: { name: 'proxy', key: 'url' } } },
      'name it under extraEnv',
    ],
    ['no secret', { ...REQUIRED, secrets: { APP_SECRET: null } }, 'APP_SECRET is missing'],
  ])('the chart refuses %s', (_, values, words) => {
    const { status, stderr } = render(values)
    expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
  })
})
