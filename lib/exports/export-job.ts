import 'server-only'
import type { ErrorCode } from '#lib/errors.ts'
import type { StoredPhoto } from '#lib/photos/photo-file.ts'
import type { BudgetState } from '#lib/portrait-api/budget.ts'
import type { Archive } from './archive/archive.ts'
import type { Export, ExportProblem, ExportState } from './contract.ts'
import { estimateSeconds } from './estimate.ts'
import type { PlannedPhoto, PlanOptions } from './plan.ts'
import type { ResolvedRequest } from './targets/resolve-request.ts'

/** One export on the server, from the click to the archive. */
export type ExportJob = {
  readonly id: string
  readonly ownerId: string
  readonly request: ResolvedRequest
  readonly planOptions: Omit<PlanOptions, 'createdAt'>
  readonly createdAt: Date
  readonly fileName: string
  /** Aborting it ends every call that this export has open. */
  readonly cancellation: AbortController
  readonly budgetState: () => BudgetState
  state: ExportState
  total: number | null
  failed: number
  included: { entry: PlannedPhoto; photo: StoredPhoto }[]
  problems: ExportProblem[]
  /** Lets go of the stored photos that this export still needs. */
  unpins: (() => void)[]
  error: ErrorCode | null
  /** There as soon as the state is `ready`. */
  archive: Archive | null
}

/** What browsers are told about an export. */
export function toExport(job: ExportJob): Export {
  return {
    id: job.id,
    project_id: job.request.project_id,
    variant: job.request.variant,
    size: job.request.size,
    state: job.state,
    total: job.total,
    done: job.included.length,
    failed: job.failed,
    bytes: job.archive?.size ?? job.included.reduce((sum, { photo }) => sum + photo.bytes, 0),
    eta_seconds: toEta(job),
    problems: job.problems,
    error: job.error,
    file_name: job.fileName,
    created_at: job.createdAt.toISOString(),
  }
}

function toEta({ state, total, included, failed, budgetState }: ExportJob): number | null {
  if (state !== 'preparing') return 0
  return total === null ? null : estimateSeconds(total - included.length - failed, budgetState())
}
