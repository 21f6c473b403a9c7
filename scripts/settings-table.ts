/** `npm run settings`: writes docs/settings.md, the table of all settings, from the schema and the words of .env.example. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SECRETS } from '#lib/settings/secret-rules.ts'
import { settingsSchema } from '#lib/settings/settings-schema.ts'
import { ROOT } from './setup.mjs'

/** What JSON Schema knows of one setting. */
const ruleSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown().optional(),
})

type Rule = z.infer<typeof ruleSchema>

if (process.argv[1] === import.meta.filename) writeFileSync(join(ROOT, 'docs/settings.md'), toSettingsTable())

export function toSettingsTable(): string {
  const meanings = readMeanings(readFileSync(join(ROOT, '.env.example'), 'utf8'))
  const { properties } = z.toJSONSchema(settingsSchema, { unrepresentable: 'any', io: 'input' })
  const rows = Object.entries(properties ?? {}).map(([name, schema]) => {
    const rule = ruleSchema.parse(schema)
    const meaning = meanings.get(name)
    if (!meaning) throw new Error(`.env.example does not say what ${name} is.`)
    const cells = [`\`${name}\``, toDefault(rule), toAccepted(name, rule), meaning]
    return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return [
    '# Settings',
    '',
    'Made by `npm run settings` from `lib/settings/settings-schema.ts` and [.env.example](../.env.example); what an operator must',
    'know besides is in [operations](operations.md).',
    '',
    '| setting | default | takes | what it is |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function toDefault({ default: value }: Rule): string {
  return value === undefined || value === '' ? '' : `\`${String(value)}\``
}

function toAccepted(name: string, rule: Rule): string {
  const alsoFile = SECRETS.some(secret => secret === name) ? `; or a file: \`${name}_FILE\`` : ''
  if (rule.enum) return rule.enum.map(value => `\`${value}\``).join(', ')
  if (rule.minimum !== undefined || rule.maximum !== undefined) return `${rule.minimum} to ${rule.maximum}`
  return `text${alsoFile}`
}

/** Name → the comment above it, which several settings below each other share. */
function readMeanings(example: string): Map<string, string> {
  const meanings = new Map<string, string>()
  let comment: string[] = []
  let named = false
  for (const line of example.split('\n')) {
    const [, name] = /^#?([A-Z_\d]+)=/.exec(line) ?? []
    if (name) meanings.set(name, comment.join(' '))
    else if (line.startsWith('# '))
      comment = named || line === '' ? [line.slice(2)] : [...comment, line.slice(2)]
    else comment = []
    named = name !== undefined
  }
  return meanings
}
