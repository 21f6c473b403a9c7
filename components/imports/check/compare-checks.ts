import { type GridLine, isFaulty } from '../grid/grid-line.ts'

/** Returns the lines whose values have changed, and those that have a new problem without a change. */
export function compareChecks(
  before: readonly GridLine[],
  lines: readonly GridLine[],
): { corrected: GridLine[]; newlyFaulty: GridLine[] } {
  const corrected: GridLine[] = []
  const newlyFaulty: GridLine[] = []
  if (before === lines || before.length !== lines.length) return { corrected, newlyFaulty }
  for (const [place, line] of lines.entries()) {
    const was = before[place]
    if (!was || was === line) continue
    if (was.source.values !== line.source.values) corrected.push(line)
    else if (was.source.excluded === line.source.excluded && !isFaulty(was) && isFaulty(line))
      newlyFaulty.push(line)
  }
  return { corrected, newlyFaulty }
}
