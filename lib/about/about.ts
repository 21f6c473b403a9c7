import packageJson from '#package.json' with { type: 'json' }
import licences from './licences.json' with { type: 'json' }

export type Licence = { name: string; version: string; licence: string }

/** Version of this desk, and the licences of its packages (`npm run licences` writes the list). */
export const ABOUT: { version: string; licences: readonly Licence[] } = {
  version: packageJson.version,
  licences,
}
