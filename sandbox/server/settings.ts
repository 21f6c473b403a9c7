import { z } from 'zod'
import { SANDBOX_KEY } from '../seed/keys.ts'
import { VARIATION_NAMES } from '../variations/variations.ts'

const variationName = z.enum(VARIATION_NAMES, 'must be names of variations, which the page /portal lists')

const settingsSchema = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  SANDBOX_KEY: z.string().regex(/^\S+$/, 'must be one word').default(SANDBOX_KEY),
  SANDBOX_RATE_LIMIT: z.coerce.number().int().min(1).default(120),
  SANDBOX_RATE_WINDOW_MS: z.coerce.number().int().min(1).default(60_000),
  SANDBOX_DATA: z.string().optional(),
  SANDBOX_CACHE_DIR: z.string().default('.cache/sandbox'),
  /** Names of the table `variations/variations.ts`, separated by blanks or commas. */
  SANDBOX_VARIATIONS: z
    .string()
    .default('')
    .transform(text => text.split(/[\s,]+/).filter(name => name !== ''))
    .pipe(z.array(variationName)),
})

type Settings = z.infer<typeof settingsSchema>

/** Reads the environment; an empty variable counts as unset. Throws one sentence that names the wrong variable. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = settingsSchema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message}.`)
}
