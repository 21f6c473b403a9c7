/** Replaces `lib/settings/env.ts`, which reads files. It has the settings that code in a browser needs. */
export const TIME_ZONE = 'Europe/Berlin'

export function getEnv(): { timeZone: string; appName: string } {
  return { timeZone: TIME_ZONE, appName: 'Portrait Desk' }
}
