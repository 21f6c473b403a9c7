/** In the place of `lib/settings/env.ts`, which reads files: what parts of the desk ask of it that also run in a browser. */
export const TIME_ZONE = 'Europe/Berlin'

export function getEnv(): { timeZone: string; appName: string } {
  return { timeZone: TIME_ZONE, appName: 'Portrait Desk' }
}
