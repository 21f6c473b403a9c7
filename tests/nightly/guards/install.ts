import type { Mutation } from './mutation.ts'

export const INSTALL_MUTATIONS: Mutation[] = [
  {
    id: 'random-secret',
    guard: 'A secret that is not random is refused',
    file: 'lib/settings/secret-rules.ts',
    find: 'secrets[name] !== undefined && isSimple(secrets[name])',
    replace: 'secrets[name] === null',
    tests: ['tests/unit/env.test.ts'],
  },
  {
    id: 'plain-http',
    guard: 'A desk on plain http needs a word of its operator',
    file: 'lib/settings/env.ts',
    find: `!== 'https:' && ALLOW_HTTP !== '1'`,
    replace: `=== ''`,
    tests: ['tests/unit/env.test.ts'],
  },
  {
    id: 'doctor-secret',
    guard: 'The doctor says of a secret that it is set, and nothing else',
    file: 'scripts/doctor/settings.ts',
    find: `if (isSecret(name)) return 'set'`,
    replace: '',
    tests: ['tests/nightly/unit/scripts/doctor.test.ts'],
  },
  {
    id: 'doctor-wrong-value',
    guard: 'The doctor does not repeat a value that is wrong: it may hold a password',
    file: 'scripts/doctor/settings.ts',
    find: '.success ? String(source[name]) : WRONG',
    replace: '.success || source[name] ? String(source[name]) : WRONG',
    tests: ['tests/nightly/unit/scripts/doctor.test.ts'],
  },
  {
    id: 'image-allow-list',
    guard: 'Settings, keys and data of a checkout do not reach the build of the image',
    file: '.dockerignore',
    find: `
*
`,
    replace: `
`,
    tests: ['tests/unit/shipped-files.test.ts'],
  },
  {
    id: 'image-user',
    guard: 'The image is not run by root',
    file: 'Dockerfile',
    find: 'USER 1000:0',
    replace: 'USER 0:0',
    tests: ['tests/unit/shipped-files.test.ts'],
  },
  {
    id: 'compose-local-port',
    guard: 'Compose opens the plain http of the desk to its own machine only',
    file: 'compose.yaml',
    find: '- 127.0.0.1:${DESK_PORT:-3000}:3000',
    replace: '- ${DESK_PORT:-3000}:3000',
    tests: ['tests/unit/shipped-files.test.ts'],
  },
  {
    id: 'chart-open-secret',
    guard: 'The chart takes no secret among the settings',
    file: 'deploy/chart/templates/deployment.yaml',
    find: ' "SMTP_URL"',
    replace: '',
    tests: ['tests/nightly/unit/chart.test.ts'],
  },
]
