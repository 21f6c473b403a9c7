/**
 * `portrait-desk doctor`: checks the desk on this machine, before its first start or while it runs. Each line ends in
 * "ok" or in what to do; the exit code is 1 when there is anything to do.
 * No line holds a secret. It makes one call to the service, and changes nothing. With `--mail` it sends a test mail.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv as parseDotEnv } from 'node:util'
import { toErrorCode } from '#lib/describe-error.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { type Env, getEnv, SettingsError } from '#lib/settings/env.ts'
import packageJson from '#package.json' with { type: 'json' }
import { fail, ROOT } from '../setup.mjs'
import { USAGE } from '../usage.ts'
import { checkData, type Data } from './data.ts'
import { type Finding, toLine } from './finding.ts'
import { checkMail } from './mail.ts'
import { lookAtService } from './service.ts'
import { describeProxy, listSettings } from './settings.ts'

const [option, address, ...others] = process.argv.slice(2)
const mailTo = option === '--mail' ? address : undefined
if (option !== undefined && (mailTo === undefined || others.length > 0)) fail(USAGE.doctor)
let hasTodo = false

await tell('versions', async () => [toVersions()])
await tell('settings', async () => listSettings(process.env, readDotEnv()))
await tell('settings', async () => listMeanings(getEnv()))
if (!hasTodo) {
  const env = getEnv()
  let data: Data = { findings: [], companyKey: null }
  await tell('data', async () => {
    data = await checkData(env)
    return data.findings
  })
  await tell('service', () => checkFromHere(env, data.companyKey))
  await tell('mail', async () => [await checkMail(env, mailTo)])
}
process.exit(hasTodo ? 1 : 0)

/** Prints the findings of one part. A part that cannot be checked is a finding itself, and does not stop the others. */
async function tell(about: string, look: () => Promise<Finding[]>): Promise<void> {
  const findings = await look().catch((error: unknown) => toFindings(about, error))
  for (const finding of findings) {
    hasTodo ||= finding.todo !== undefined
    console.log(toLine(finding))
  }
}

function toFindings(about: string, error: unknown): Finding[] {
  if (!(error instanceof SettingsError))
    return [
      {
        about,
        found: `could not be looked at (${toErrorCode(error)})`,
        todo: 'tell the developers of the desk',
      },
    ]
  const found = 'wrong: the desk does not start, and the rest is not looked at'
  return error.message.split('\n').map(todo => ({ about, found, todo }))
}

function toVersions(): Finding {
  const found = `Portrait Desk ${packageJson.version}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}`
  return { about: 'versions', found }
}

function readDotEnv(): Record<string, string | undefined> {
  const path = join(ROOT, '.env')
  return existsSync(path) ? parseDotEnv(readFileSync(path, 'utf8')) : {}
}

/** The effects of the settings. Throws SettingsError. */
function listMeanings({ practice, appUrl, timeZone, hints }: Env): Finding[] {
  const targets = getTargets().length
  const mode = practice ? 'practice mode, on the built-in sandbox with made-up people' : 'with a service'
  const now = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format()
  const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions()
  return [
    { about: 'mode', found: `${mode}; people open ${appUrl}; ${targets} receiving systems` },
    { about: 'time zone', found: `${timeZone}, where it is ${now}; this machine is in ${own}` },
    ...hints.map(found => ({ about: 'settings', found })),
  ]
}

async function checkFromHere(env: Env, companyKey: string | null): Promise<Finding[]> {
  const proxy = describeProxy(process.env)
  if (env.practice) return [proxy, { about: 'service', found: 'the sandbox starts with the desk' }]
  const key = env.portraitApiKey ?? companyKey
  const from = env.portraitApiKey ? 'from PORTRAIT_API_KEY' : 'from the page Connection'
  const found =
    key === null ? 'none for everybody: enter one on the page Connection' : `one for everybody, ${from}`
  return [proxy, { about: 'key', found }, ...(await lookAtService(env.portraitApiUrl, key))]
}
