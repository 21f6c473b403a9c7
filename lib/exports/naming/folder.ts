import type { Characters } from '#lib/exports/targets/target.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { toKnownStatus } from '#lib/portrait-api/terms.ts'
import { withoutInvisible } from '#lib/text/invisible.ts'
import type { Naming } from './naming.ts'
import { toAscii } from './transliterate.ts'

/** Who has no letter at the beginning of the last name. */
const NO_LETTER = '_'

/** The folder of a person's files with its slash, or nothing. At most ten characters long. */
export function folderOf(
  { last_name, status }: Employee,
  { folder, transliterate }: Naming,
  characters: Characters,
): string {
  if (folder === 'none') return ''
  // A word that the desk does not know may hold anything, and this is the name of a folder.
  if (folder === 'status') return `${toKnownStatus(status) ?? 'other'}/`
  const name = transliterate || characters !== 'any' ? (toAscii(last_name) ?? '') : last_name
  return `${firstLetter(name)}/`
}

/** As in a German directory (DIN 5007): Ä stands under A, Ş under S. */
function firstLetter(name: string): string {
  const [letter] = withoutInvisible(name).trim().normalize('NFD')
  if (letter === undefined || !/\p{L}/u.test(letter)) return NO_LETTER
  const upper = letter.toUpperCase()
  return upper.length === letter.length ? upper : letter
}
