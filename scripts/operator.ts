import { getEnv } from '#lib/settings/env.ts'
import { fail } from './setup.mjs'

/**
 * Protects commands that read the desk's data: without the desk's settings they would silently use the data of practice
 * mode. Returns the arguments without `--practice`, which allows that on purpose. Throws SettingsError.
 */
export function requireOperator(args: string[]): string[] {
  if (getEnv().practice && !args.includes('--practice'))
    fail(
      'No service is configured here, so this would be about practice mode: set what the desk has (APP_URL, APP_SECRET, PORTRAIT_API_URL, DATA_DIR), or add --practice.',
    )
  return args.filter(arg => arg !== '--practice')
}
