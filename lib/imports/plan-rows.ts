import type { RowPlan } from '#lib/store/import-rows.ts'
import type { CheckedRow } from './check/checked-row.ts'
import type { ImportStart } from './import-contract.ts'

type ImportPlan = { rows: RowPlan[]; create: number; update: number }

/**
 * What each checked row becomes when the person presses the button: new people are created, changes are made where they
 * were asked for, and all others are told why they are not sent.
 */
export function planRows(
  rows: readonly CheckedRow[],
  { create, update_rows }: Pick<ImportStart, 'create' | 'update_rows'>,
): ImportPlan {
  const wanted = update_rows === 'all' ? null : new Set(update_rows)
  const plans = rows.map((checked): RowPlan => {
    const { row, kind, problems, input, update, employee_id = null } = checked
    const plan = { row, problems, employee_id }
    if (kind === 'new' && create && input) return { ...plan, outcome: 'waiting', task: 'create', input }
    if (kind === 'different' && update && employee_id !== null && (wanted?.has(row) ?? true))
      return { ...plan, outcome: 'waiting', task: 'update', input: update }
    return { ...plan, outcome: kind === 'equal' ? 'unchanged' : 'not_sent', task: null, input: null }
  })
  const count = (task: RowPlan['task']) => plans.filter(plan => plan.task === task).length
  return { rows: plans, create: count('create'), update: count('update') }
}
