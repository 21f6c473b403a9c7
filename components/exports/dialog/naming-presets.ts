/** Names that most people want, so that most people need no template. */
export const NAMING_PRESETS = {
  number: '{mitarbeiternummer}',
  email: '{email}',
  emailLocal: '{email_local}',
  name: '{last_name}_{first_name}',
} as const

type NamingPreset = keyof typeof NAMING_PRESETS

export const PRESETS = ['number', 'email', 'emailLocal', 'name'] as const satisfies readonly NamingPreset[]

/** The preset that a template is, or null for one of somebody's own. */
export function findPreset(template: string): NamingPreset | null {
  return PRESETS.find(preset => NAMING_PRESETS[preset] === template) ?? null
}
