import 'server-only'

/** A name whose rest (after its first word) is shorter than this is a slip of one letter away from another one, no more. */
const SHORT_REST = 8
/** Of a long name. */
const SLIPS_MAX = 2
/** Shorter first words are too common to be misspelt ones of ours: `API_URL` is nobody's `APP_URL`. */
const LONG_WORD = 5

/**
 * Variables that are meant for the desk and that it does not know, each in a sentence with the name that is probably
 * meant. The environment belongs to others as well: a name counts only when it begins with the first word of a setting
 * (or with a slip of a long one) and is one letter, in long names two, away from the setting. Kubernetes, .NET, systemd
 * and the like set names such as `APP_UID` and `SANDBOX_SERVICE_HOST`, which must never stop a start.
 */
export function findUnknownSettings(
  names: readonly string[],
  known: readonly string[],
  secrets: readonly string[],
): string[] {
  const files = secrets.map(name => `${name}_FILE`)
  const all = [...known, ...files]
  return names
    .filter(name => !all.includes(name))
    .flatMap(name => {
      const stem = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : ''
      if (stem.includes('_') && known.includes(stem))
        return `${name} is no setting of the desk: only ${secrets.join(', ')} can be given as a file.`
      const meant = findMeant(name, all)
      return meant ? `${name} is no setting of the desk: ${meant} is probably meant.` : []
    })
}

function findMeant(name: string, known: readonly string[]): string | undefined {
  const given = name.toUpperCase()
  const near = known
    .filter(setting => Math.abs(given.length - setting.length) <= SLIPS_MAX && hasSameStart(given, setting))
    .map(setting => ({ setting, slips: countSlips(given, setting) }))
    .filter(({ setting, slips }) => slips <= slipsOf(setting))
  return near.sort((one, other) => one.slips - other.slips)[0]?.setting
}

/** How many slips a misspelt setting may have. `HOST` and `PORT`, of one word, have no misspelling that is only ours. */
function slipsOf(setting: string): number {
  const [first = '', ...rest] = setting.split('_')
  if (rest.length === 0) return -1
  return setting.length - first.length - 1 < SHORT_REST ? 1 : SLIPS_MAX
}

function hasSameStart(name: string, setting: string): boolean {
  const [given = '', ...rest] = name.split('_')
  const [first = ''] = setting.split('_')
  if (rest.length === 0 || given === first) return rest.length > 0
  const isNearlyAsLong = Math.abs(given.length - first.length) <= 1
  return first.length >= LONG_WORD && isNearlyAsLong && countSlips(given, first) <= 1
}

/** Letters added, dropped, changed, or swapped with their neighbour (optimal string alignment). */
function countSlips(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
          ? (before[column - 2] ?? 0) + 1
          : changed
      line.push(Math.min((last[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, changed, swapped))
    }
    before = last
    last = line
  }
  return last[other.length] ?? 0
}
