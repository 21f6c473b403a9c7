import 'server-only'
import { updateEmployeeRecorded } from '#lib/employees/recorded-writes.ts'
import { DeskError } from '#lib/errors.ts'
import type { UpdateTask } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import type { Job } from './job.ts'
import { afterSuccess } from './narrowing.ts'
import { toSingleProblems } from './refusal.ts'

/** One person's changed fields. A refusal is settled here; everything else that goes wrong is thrown. */
export async function sendUpdate({ run, record, recall, inDoubt }: Job, task: UpdateTask): Promise<void> {
  const { row, employee_id, input } = task
  const store = getImportStore()
  try {
    const { data, meta } = await updateEmployeeRecorded(employee_id, {
      client: run.client,
      actor: { id: record.owner_id, email: record.owner_email },
      input,
      options: { lane: 'background', recall, inDoubt },
    })
    run.narrowing = afterSuccess(run.narrowing)
    const { mitarbeiternummer } = data
    const { invitation_resent } = meta
    await store.settle(run.id, [
      { row, outcome: 'updated', problems: [], mitarbeiternummer, invitation_resent },
    ])
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    if (error.code !== 'invalid' && error.code !== 'not_found') throw error
    const problems =
      error.code === 'invalid'
        ? toSingleProblems(error.errors ?? {}, error.sentence)
        : [{ field: null, code: 'gone' as const }]
    await store.settle(run.id, [{ row, outcome: 'refused', problems }])
  }
}
