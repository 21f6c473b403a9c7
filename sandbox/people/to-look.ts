import { FEMININE_NAMES, MASCULINE_NAMES } from './first-names.ts'

export const LOOKS = ['feminine', 'masculine'] as const
export type Look = (typeof LOOKS)[number]

const feminine = new Set<string>(FEMININE_NAMES)
const masculine = new Set<string>(MASCULINE_NAMES)

/**
 * The look of an employee who was created through the API: by the given name if it is known, else by its last letter.
 */
export function toLook(firstName: string): Look {
  const [given = ''] = firstName.trim().split(/\s+/)
  if (feminine.has(given)) return 'feminine'
  if (masculine.has(given)) return 'masculine'
  return /[aeiáéí]$/i.test(given) ? 'feminine' : 'masculine'
}
