/** The smallest value that at least this share of the values does not exceed (nearest rank). */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

export const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, Math.max(0, ms)))

export type Line = { measure: string; value: string; goal: string; met: boolean | null }

export function printTable(lines: Line[]): void {
  const rows = lines.map(({ measure, value, goal, met }) => ({
    measure,
    value,
    goal,
    met: met === null ? '' : met ? 'yes' : 'NO',
  }))
  console.table(Object.fromEntries(rows.map(({ measure, ...row }) => [measure, row])))
}
