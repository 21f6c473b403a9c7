import type { Mutation } from './mutation.ts'

const SHIPPED = ['tests/unit/shipped-files.test.ts']
const CHART = ['tests/nightly/chart.test.ts']
const DEPLOYMENT = 'deploy/chart/templates/deployment.yaml'

/** What an operator installs. */
export const INSTALL_MUTATIONS: readonly Mutation[] = [
  {
    id: 'healthcheck-answer',
    guard: 'A desk that answers with an error is not called healthy',
    file: 'scripts/cli/healthcheck.ts',
    find: 'if (status !== 200)',
    replace: 'if (status === null)',
    tests: ['tests/unit/scripts/commands.test.ts'],
  },
  {
    id: 'image-allow-list',
    guard: 'Settings, keys and data of a checkout do not reach the build of the image',
    file: '.dockerignore',
    find: '\n*\n',
    replace: '\n',
    tests: SHIPPED,
  },
  {
    id: 'image-user',
    guard: 'The image is not run by root',
    file: 'Dockerfile',
    find: 'USER 1000:0',
    replace: 'USER 0:0',
    tests: SHIPPED,
  },
  {
    id: 'compose-local-port',
    guard: 'Compose opens the plain http of the desk to its own machine only',
    file: 'compose.yaml',
    find: '- 127.0.0.1:${DESK_PORT:-3000}:3000',
    replace: '- ${DESK_PORT:-3000}:3000',
    tests: SHIPPED,
  },
  {
    id: 'caddy-internal-header',
    guard: 'Caddy passes nothing on that only Next may say to Next',
    file: 'deploy/Caddyfile',
    find: '\t\theader_up -x-middleware-subrequest\n',
    replace: '',
    tests: ['tests/chaos/caddy.test.ts'],
  },
  {
    id: 'caddy-bodies',
    guard: 'The Caddy that we ship takes the largest lists',
    file: 'deploy/Caddyfile',
    find: 'max_size 44MiB',
    replace: 'max_size 10MiB',
    tests: ['tests/unit/caddyfile.test.ts'],
  },
  {
    id: 'sbom-lying',
    guard: 'The list for auditors names each package that lies in the image',
    file: 'scripts/pack/sbom.ts',
    find: 'new Set(listLying(dist))',
    replace: 'new Set<string>()',
    tests: ['tests/unit/scripts/sbom.test.ts'],
  },
  {
    id: 'alert-failing-pages',
    guard: 'Who looks after the desk hides no failing pages',
    file: 'deploy/monitoring/alerts.yaml',
    find: 'route!~"/api/health/.*|/_next/.*"}',
    replace: 'route!~""}',
    tests: ['tests/nightly/alerts.test.ts'],
  },
  {
    id: 'chart-open-secret',
    guard: 'The chart takes no secret among the settings',
    file: DEPLOYMENT,
    find: ' "SMTP_URL"',
    replace: '',
    tests: CHART,
  },
  {
    id: 'chart-one-desk',
    guard: 'The chart refuses a second desk on the same data',
    file: DEPLOYMENT,
    find: 'gt (int .Values.replicas) 1',
    replace: 'gt (int .Values.replicas) 9',
    tests: CHART,
  },
  {
    id: 'chart-read-only',
    guard: 'In a cluster the root of the desk is read-only',
    file: DEPLOYMENT,
    find: 'readOnlyRootFilesystem: true',
    replace: 'readOnlyRootFilesystem: false',
    tests: CHART,
  },
  {
    id: 'release-clean',
    guard: 'A release holds what its commit holds',
    file: 'scripts/release.ts',
    find: "git('status', '--porcelain') !== ''",
    replace: "git('status', '--porcelain') === 'x'",
    tests: ['tests/unit/scripts/release.test.ts'],
  },
]
