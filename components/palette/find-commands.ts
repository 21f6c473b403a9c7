import { FOLDINGS, type Folded, fold, toWords } from '#lib/i18n/fold.ts'

export type Command = {
  id: string
  group: 'actions' | 'pages' | 'projects' | 'people'
  label: string
  /** Additional search text, which also distinguishes equal labels. */
  hint?: string
  /** Project of an employee. */
  place?: string | undefined
  run: () => void
}

const WHOLE = 100
const BEGINNING = 60
const WORD_BEGINNING = 40
const INSIDE = 20
/** Letters in order, with others between them: "wl26" finds "Werk Leipzig 2026". */
const SCATTERED = 1

/**
 * Returns the commands that match all words, best first; equal matches keep their order. An empty query matches all.
 */
export function findCommands<Found extends Pick<Command, 'label' | 'hint' | 'place'>>(
  commands: readonly Found[],
  query: string,
): Found[] {
  const words = toWords(query)
  if (words.length === 0) return [...commands]
  return commands
    .map(command => ({ command, score: toScore(command, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command)
}

function toScore(
  { label, hint = '', place = '' }: Pick<Command, 'label' | 'hint' | 'place'>,
  words: Folded[],
): number {
  const [name, more] = [fold(label), fold(`${hint} ${place}`)]
  let sum = 0
  for (const word of words) {
    const best = Math.max(...FOLDINGS.flatMap(f => [rate(name[f], word[f]), rate(more[f], word[f]) / 2]))
    if (best === 0) return 0
    sum += best
  }
  return sum
}

function rate(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at < 0) return isScattered(text, word) ? SCATTERED : 0
  if (text === word) return WHOLE
  if (at === 0) return BEGINNING
  return /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? INSIDE : WORD_BEGINNING
}

/**
 * True when every letter begins a word or follows the previous match: otherwise a long name would match almost
 * anything.
 */
function isScattered(text: string, word: string): boolean {
  const initials = [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]|\d/gu)].map(([letter]) => letter)
  let next = 0
  for (const letter of initials) if (letter === word[next]) next += 1
  return word.length > 1 && next === word.length
}
