import 'server-only'
import type { Outcome } from '#components/page/try-desk.ts'
import type { User } from '#lib/contracts/session.ts'
import { describeError } from '#lib/describe-error.ts'
import { toFailure } from '#lib/errors.ts'
import type { ExportList, ExportTarget } from '#lib/exports/contract.ts'
import { EXPORTS_PER_PAGE, listExportChoices, listExports } from '#lib/exports/history/exports.ts'
import type { HistoryFilters } from '#lib/exports/history/history-filters.ts'
import { toExport } from '#lib/exports/prepare/to-export.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { getPageClient } from '#lib/handlers/page-guards.ts'
import { toPages } from '#lib/handlers/responses.ts'
import { log } from '#lib/log.ts'
import { readEach } from '#lib/read-each.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { ExportChoices } from '#lib/store/export-questions.ts'

export type TargetName = Pick<ExportTarget, 'id' | 'name'>
export type ExportsPageData = {
  page: ExportList
  targets: TargetName[]
  choices: ExportChoices
  kept: { max: number; days: number; archive: number }
  /** Whether this user sees all downloads or only their own. */
  sees: 'all' | 'own'
}

/**
 * Loads what the page of downloads shows: one page of the history, the choices of its filters, and the limits. Needs no
 * call to the service.
 */
export async function loadExportsPage(
  user: User,
  filters: HistoryFilters,
): Promise<Outcome<ExportsPageData>> {
  try {
    const [{ rows, total }, choices, client] = await Promise.all([
      listExports(user, filters),
      listExportChoices(user),
      getPageClient(),
    ])
    const meta = toPages({ page: filters.page, perPage: EXPORTS_PER_PAGE, total })
    const data = readEach('exports', rows, row => toExport(row, { user, client }))
    const targets = getTargets().map(({ id, name }) => ({ id, name }))
    const { quotas, exportHistoryDays: days, exportDays: archive } = getEnv()
    const kept = { max: quotas.exportsKept, days, archive }
    return {
      data: { page: { data, meta }, targets, choices, kept, sees: user.role === 'admin' ? 'all' : 'own' },
    }
  } catch (thrown) {
    log('error', 'exports_unreadable', { ...describeError(thrown) })
    return { error: toFailure(thrown) }
  }
}
