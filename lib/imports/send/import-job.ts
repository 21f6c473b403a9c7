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
import { endImport, settleImport } from './end-import.ts'
import { judge } from './judge.ts'
import { startNarrowing } from './narrowing.ts'
import type { ImportMemory, RunningImport } from './running-import.ts'
import { sendNext } from './send-next.ts'

/** Sending a list, call by call. See docs/decisions/020-bulk-work-is-noted-before-each-call.md. */
export const IMPORTS: JobKind<ImportRecord, ImportMemory> = {
  name: 'import',
  working: 'sending',
  store: getImportStore,

  remember: ({ key_fingerprint }) => ({
    noted: key_fingerprint,
    chunkSize: EMPLOYEES_PER_CREATE,
    mishaps: 0,
    call: { rows: [], wasApart: false },
    narrowing: startNarrowing(),
  }),

  /** The desk's own key may be another account's by now; its owner is there to see what happens. */
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
    // Two lists into the same project would otherwise not know of a lost call whose people it made.
    if (!(await runExclusively(`project ${record.project_id}`, () => sendNext(run), run.signal))) {
      // There is more to do when somebody presses "go on" in this very moment, or has paused it.
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
