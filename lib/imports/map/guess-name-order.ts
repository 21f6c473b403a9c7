import type { NameOrder } from './mapping.ts'
import { toHeaderKey } from './match-header.ts'

/** Headers that name the order themselves: "Nachname, Vorname", "Name Vorname", "Last name, first name". */
const LAST_FIRST =
  /^(nach|zu|familien)?name(und)?vorname|^nachundvorname|^(last|family|sur)name.*(first|given)/
const FIRST_LAST = /^vor(name|und)|^(first|given)/

/** By the header, else by commas: whoever writes "Müller, Anna" puts the last name first. */
export function guessNameOrder(names: readonly string[], header = ''): NameOrder {
  const key = toHeaderKey(header)
  if (LAST_FIRST.test(key)) return 'last_first'
  if (FIRST_LAST.test(key)) return 'first_last'
  const filled = names.filter(name => name.trim())
  const commas = filled.filter(name => name.includes(',')).length
  return commas > filled.length / 2 ? 'last_first' : 'first_last'
}
