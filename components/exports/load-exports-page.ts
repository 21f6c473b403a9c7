import 'server-only'
import type { Outcome } from '#components/shell/try-desk.ts'
import { toFailure } from '#lib/errors.ts'
import type { ExportList, ExportTarget } from '#lib/exports/contract.ts'
import { EXPORTS_PER_PAGE, listExports } from '#lib/exports/exports.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { toExport } from '#lib/exports/to-export.ts'
import { log } from '#lib/log.ts'
import type { User } from '#lib/session/contract.ts'

export type TargetName = Pick<ExportTarget, 'id' | 'name'>
export type ExportsPageData = { page: ExportList; targets: TargetName[] }

/** One page of what was exported, or why not. The desk knows it without a call to the service. */
export async function loadExportsPage(user: User, current_page: number): Promise<Outcome<ExportsPageData>> {
  try {
    const { rows, total } = await listExports(user, current_page)
    const last_page = Math.max(1, Math.ceil(total / EXPORTS_PER_PAGE))
    const meta = { current_page, last_page, per_page: EXPORTS_PER_PAGE, total }
    const targets = getTargets().map(({ id, name }) => ({ id, name }))
    return { data: { page: { data: rows.map(toExport), meta }, targets } }
  } catch (thrown) {
    log('error', 'exports_unreadable', { error: thrown instanceof Error ? thrown.name : 'unknown' })
    return { error: toFailure(thrown) }
  }
}
