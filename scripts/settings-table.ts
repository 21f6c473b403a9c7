/** `npm run settings`: writes docs/settings.md from the schema of the settings and the sentences of .env.example. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SECRETS } from '#lib/settings/secret-rules.ts'
import { settingsSchema } from '#lib/settings/settings-schema.ts'
import { ROOT } from './setup.mjs'

const INTRODUCTION = `# Settings

Three settings put the desk in front of your portrait service: \`APP_URL\`, \`APP_SECRET\` and \`PORTRAIT_API_URL\`. Without
\`PORTRAIT_API_URL\` it runs in practice mode, and everything else has a default.

- The environment overrides a file \`.env\` in the desk's folder; no other file is read, and a packed desk reads none.
- A secret can be given as a file instead: \`APP_SECRET_FILE=/run/secrets/app_secret\`.
- A wrong value, or a name that begins like a setting and is none, stops the start with one line for each fault.

\`npm run settings\` makes this page from \`lib/settings/settings-schema.ts\` and [.env.example](../.env.example).
`

/** The part of JSON Schema that describes one setting. */
const ruleSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown().optional(),
})

type Rule = z.infer<typeof ruleSchema>

if (process.argv[1] === import.meta.filename) writeFileSync(join(ROOT, 'docs/settings.md'), toSettingsPage())

/** The page of all settings, with the groups and sentences of .env.example. */
export function toSettingsPage(): string {
  const { properties = {} } = z.toJSONSchema(settingsSchema, { unrepresentable: 'any', io: 'input' })
  const groups = readGroups(readFileSync(join(ROOT, '.env.example'), 'utf8'))
  const described = new Set(groups.flatMap(({ meanings }) => [...meanings.keys()]))
  const missing = Object.keys(properties).filter(name => !described.has(name))
  if (missing.length > 0) throw new Error(`.env.example does not describe ${missing.join(', ')}.`)
  const sections = groups.map(({ title, lead, meanings }) => {
    const rows = [...meanings].flatMap(([name, meaning]) => {
      const schema = properties[name]
      return schema === undefined ? [] : [toRow(name, ruleSchema.parse(schema), meaning)]
    })
    const head = ['| setting | default | takes | what it does |', '|---|---|---|---|']
    return [`## ${title}`, ...(lead ? ['', lead] : []), '', ...head, ...rows, ''].join('\n')
  })
  return [INTRODUCTION, ...sections].join('\n')
}

function toRow(name: string, rule: Rule, meaning: string): string {
  const cells = [`\`${name}\``, toDefault(rule), toAccepted(name, rule), meaning]
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function toDefault({ default: value }: Rule): string {
  return value === undefined || value === '' ? '' : `\`${String(value)}\``
}

function toAccepted(name: string, rule: Rule): string {
  const alsoFile = SECRETS.some(secret => secret === name) ? `or \`${name}_FILE\`` : ''
  if (rule.enum) return rule.enum.map(value => `\`${value}\``).join(', ')
  if (rule.minimum !== undefined || rule.maximum !== undefined) return `${rule.minimum} to ${rule.maximum}`
  return alsoFile
}

/** A group of .env.example: `## title`, `### lead`, and for each setting the comment above it. */
type Group = { title: string; lead: string; meanings: Map<string, string> }

function readGroups(example: string): Group[] {
  const groups: Group[] = []
  let comment: string[] = []
  for (const line of example.split('\n')) {
    const [, name] = /^#?([A-Z_\d]+)=/.exec(line) ?? []
    const group = groups.at(-1)
    if (line.startsWith('## ')) groups.push({ title: line.slice(3), lead: '', meanings: new Map() })
    else if (line.startsWith('### ') && group) group.lead = toLinks(line.slice(4))
    else if (name && group && comment.length > 0) group.meanings.set(name, toLinks(comment.join(' ')))
    comment = line.startsWith('# ') ? [...comment, line.slice(2)] : []
  }
  return groups
}

/** Turns paths of other pages into links. */
function toLinks(text: string): string {
  return text.replaceAll(/\bdocs\/([\w/-]+\.md)/g, '[$1]($1)')
}
