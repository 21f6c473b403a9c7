import { readOutbound } from '#lib/settings/outbound-settings.ts'
import { SECRETS } from '#lib/settings/secret-rules.ts'
import { settingsSchema } from '#lib/settings/settings-schema.ts'
import type { Finding } from './finding.ts'

type Source = Record<string, string | undefined>
type Name = keyof typeof settingsSchema.shape

const NAMES = Object.keys(settingsSchema.shape) as Name[]
const WRONG = 'wrong'

/** The settings in force and their sources. A secret is "set"; a wrong value is not repeated. */
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

/** The proxy without its credentials, and the hosts that bypass it. */
export function describeProxy(source: Source): Finding {
  const about = 'proxy'
  const { proxy } = readOutbound(source).outbound
  if (!proxy) return { about, found: 'none is set in HTTPS_PROXY; the desk asks directly' }
  const name = source.https_proxy ? 'https_proxy' : 'HTTPS_PROXY'
  const except = source.no_proxy || source.NO_PROXY
  const found = `${name} (${proxy.url.host}) for the service and for single sign-on`
  return { about, found: except ? `${found}, but for ${except}` : found }
}
