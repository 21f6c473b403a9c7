import { SECRETS } from '#lib/settings/secret-rules.ts'
import { settingsSchema } from '#lib/settings/settings-schema.ts'
import type { Finding } from './finding.ts'

type Source = Record<string, string | undefined>
type Name = keyof typeof settingsSchema.shape

const NAMES = Object.keys(settingsSchema.shape) as Name[]
const WRONG = 'wrong'
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

/** The settings in force and where each of them is from. A secret is "set"; a value that is wrong is not repeated. */
export function listSettings(source: Source, fromFile: Source): Finding[] {
  const set = NAMES.flatMap(name => {
    const origin = findOrigin(name, source, fromFile)
    if (!origin) return []
    const shown = toShown(name, source)
    return {
      about: 'setting',
      found: `${name} = ${shown} (${origin})`,
      todo: shown === WRONG ? 'see below' : undefined,
    }
  })
  const defaults = Object.entries(settingsSchema.parse({}))
    .filter(([name, value]) => String(value ?? '') !== '' && !findOrigin(name, source, fromFile))
    .map(([name, value]) => `${name}=${value}`)
  return [...set, { about: 'setting', found: `${defaults.join(', ')} (default)` }]
}

function findOrigin(name: string, source: Source, fromFile: Source): string | null {
  if (source[name]) return fromFile[name] === source[name] ? '.env' : 'environment'
  return isSecret(name) && source[`${name}_FILE`] ? 'file' : null
}

function toShown(name: Name, source: Source): string {
  if (isSecret(name)) return 'set'
  return settingsSchema.shape[name].safeParse(source[name]).success ? String(source[name]) : WRONG
}

function isSecret(name: string): boolean {
  return SECRETS.some(secret => secret === name)
}

/** Which proxy is set, without who signs in at it, and what goes through it. See lib/portrait-api/dispatcher.ts. */
export function describeProxy(source: Source): Finding {
  const about = 'proxy'
  const name = PROXIES.find(name => source[name])
  if (!name) return { about, found: 'none is set; the desk asks the service directly' }
  const used = source.NODE_USE_ENV_PROXY === '1'
  const host = URL.parse(source[name] ?? '')?.host || 'set'
  const through = used
    ? 'only sign-in with the company’s accounts goes through it'
    : 'nothing goes through it'
  return { about, found: `${name} (${host}): ${through}; the desk asks the service directly` }
}
