import 'server-only'
import { requireSameProject } from '#lib/imports/same-project.ts'
import { cancelFromWithin } from '#lib/jobs/engine.ts'
import type { JobKind } from '#lib/jobs/job.ts'
import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/contract.ts'
import { runExclusively } from '#lib/ports/job-claims.ts'
import { keepsRight } from '#lib/session/accounts/accounts.ts'
import { canImport } from '#lib/session/permissions.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { startBisection } from './bisect.ts'
import { endImport, settleImport } from './end-import.ts'
import { judge } from './judge.ts'
import type { ImportMemory, RunningImport } from './running-import.ts'
import { sendNext } from './send-next.ts'

/** Sends a list, call by call. See docs/decisions/020-bulk-work-is-noted-before-each-call.md. */
export const IMPORTS: JobKind<ImportRecord, ImportMemory> = {
  name: 'import',
  working: 'sending',
  store: getImportStore,

  remember: ({ key_fingerprint }) => ({
    noted: key_fingerprint,
    chunkSize: EMPLOYEES_PER_CREATE,
    mishaps: 0,
    call: { rows: [], wasApart: false },
    bisection: startBisection(),
  }),

  /**
   * Rejects another key of the desk, because it may belong to another account. With a key from its owner, only the
   * project is compared: the owner sees the result.
   */
  async accepts(record, client, from) {
    if (client.keyFingerprint === record.key_fingerprint) return true
    if (from === 'desk') return false
    return requireSameProject(client, record).then(
      () => true,
      () => false,
    )
  },

  async step(run) {
    const { row: record, client } = run
    if (!(await keepsRight(record.owner_id, canImport))) {
      cancelFromWithin(IMPORTS, record)
      return true
    }
    if (run.noted !== client.keyFingerprint) await noteKey(run)
    // One import per project at a time. Otherwise, after a lost call, two imports could not tell which of them created
    // an employee.
    if (!(await runExclusively(`project ${record.project_id}`, () => sendNext(run), run.signal))) {
      // The import is not finished if the user has just pressed Continue or Pause.
      return !(await getImportStore().finish(record.id, new Date().toISOString()))
    }
    run.mishaps = 0
    return true
  },

  judge,
  end: endImport,
  settle: settleImport,

  async account({ id, error }) {
    const { rows: _, open: __, left: ___, ...outcomes } = await getImportStore().counts(id)
    return { error, ...outcomes }
  },
}

async function noteKey(run: RunningImport): Promise<void> {
  const key_fingerprint = run.client.keyFingerprint
  const changes = { key_fingerprint, touched_at: new Date().toISOString() }
  if (await getImportStore().update(run.row.id, changes, ['sending'])) run.noted = key_fingerprint
}
