import { Console } from 'node:console'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { percentile } from './measures.ts'

type Window = { windowMs: number; limit: number }

/**
 * Prints when the calls of a long job were made and when the service would have accepted them: call n may come one
 * window after call n - limit. `late` is the loss of each call, which adds up from burst to burst.
 */
export function printTimeline(calls: JournalEntry[], { windowMs, limit }: Window): void {
  const times = calls.map(({ time }) => time).sort((a, b) => a - b)
  const first = times[0] ?? 0
  const rows = Array.from({ length: Math.ceil(times.length / limit) }, (_, burst) => {
    const own = times.slice(burst * limit, (burst + 1) * limit)
    const late = own.map((time, index) => time - ((times[(burst - 1) * limit + index] ?? time) + windowMs))
    const gaps = own.map((time, index) => time - (own[index - 1] ?? time))
    return {
      begins: (own[0] ?? 0) - first,
      takes: (own.at(-1) ?? 0) - (own[0] ?? 0),
      'late, first': burst === 0 ? '' : late[0],
      'late, half of them': burst === 0 ? '' : percentile(late, 0.5),
      'late, at most': burst === 0 ? '' : Math.max(...late),
      'longest gap': Math.max(...gaps),
    }
  })
  const say = new Console(process.stderr)
  say.log('When the calls of each burst came, in milliseconds:')
  say.table(rows)
}
