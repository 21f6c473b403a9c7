import type { ReadyCheck } from './contract.ts'
import type { ExportPlan } from './plan.ts'

/** Enough to jump to; a list of thousands would be no help. */
const IDS_MAX = 500
const WORDS_MAX = 5

/** What should be looked at before an export, by code: the problems first, then who is not ready yet. */
export function toReadyChecks({ problems, waiting }: ExportPlan): ReadyCheck[] {
  const byCode = Map.groupBy([...problems, ...waiting], ({ code }) => code)
  return Array.from(byCode, ([code, concerned]) => {
    const employee_ids = [...new Set(concerned.map(({ employee_id }) => employee_id))].filter(id => id > 0)
    const words = new Set(concerned.flatMap(({ values }) => values?.status ?? []))
    return {
      code,
      count: employee_ids.length || concerned.length,
      employee_ids: employee_ids.slice(0, IDS_MAX),
      ...(words.size > 0 && { words: [...words].slice(0, WORDS_MAX) }),
    }
  })
}
