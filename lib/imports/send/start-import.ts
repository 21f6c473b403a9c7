import 'server-only'
import type { Actor } from '#lib/contracts/activity.ts'
import type { ImportField } from '#lib/contracts/import-rows.ts'
import { type ImportStart, isOpenRow } from '#lib/contracts/imports.ts'
import { loadRoster } from '#lib/employees/roster.ts'
import { DeskError } from '#lib/errors.ts'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import type { CheckedRow } from '#lib/imports/check/checked-row.ts'
import { digestPlan } from '#lib/imports/check/digest-plan.ts'
import { toSettled } from '#lib/imports/check/find-twice.ts'
import { listRefusals } from '#lib/imports/check/list-refusals.ts'
import { isQuestion } from '#lib/imports/check/match-person.ts'
import { toImportPerson, toImportRow } from '#lib/imports/import-people.ts'
import { OPEN_STATES } from '#lib/imports/imports.ts'
import { recordImportStarted } from '#lib/imports/record-import.ts'
import { requireSameProject } from '#lib/imports/same-project.ts'
import { startJob } from '#lib/jobs/engine.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { requireRunning } from '#lib/process/stopping.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { ImportRecord, ImportRowRecord, RowPlan, RowResult } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { IMPORTS } from './import-job.ts'

type ImportPlan = { rows: RowPlan[]; create: number; update: number; digest: string }

/**
 * Checks every open row against the current project, and starts sending only if the result matches what the user has
 * seen. Throws `import_changed` with the current numbers otherwise. Throws `import_moved_on` when it is already being
 * sent or its last call is still open. Throws `too_many_imports` when the account has reached its limit of running
 * imports.
 */
export async function startImport(
  client: PortraitClient,
  record: ImportRecord,
  { start, actor }: { start: ImportStart; actor: Actor },
): Promise<void> {
  if (!OPEN_STATES.some(state => state === record.state)) throw new DeskError('import_moved_on')
  requireRunning()
  await requireSameProject(client, record)
  const people = await loadRoster(client, record.project_id, { maxAgeMs: 0, lane: 'interactive' })
  const all = await getImportStore().rows(record.id)
  // It was cancelled, and its last call is still in flight.
  if (all.some(({ outcome }) => outcome === 'waiting')) throw new DeskError('import_moved_on')
  const open = all.filter(isOpenRow)
  const checked = checkRows(open.map(toImportRow), people.map(toImportPerson), toSettled(all))
  const { rows, create, update, digest } = planRows(checked.rows.filter(isPlanned(open)), start)
  const { expected } = start
  const isAnother = expected.digest !== undefined && expected.digest !== digest
  if (create !== expected.create || update !== expected.update || isAnother)
    throw new DeskError('import_changed', { errors: { create: [`${create}`], update: [`${update}`] } })
  const now = new Date().toISOString()
  const changes = {
    state: 'sending',
    pause_reason: null,
    error: null,
    planned: create + update,
    key_fingerprint: client.keyFingerprint,
    started_at: now,
    ended_at: null,
    touched_at: now,
  } as const
  await recordImportStarted(record, { actor, create, update }, async () => {
    const { importsRunning: running } = getEnv().quotas
    const made = await listMade(record.id, { checked: checked.rows, open, people })
    const plans = rows.map(plan => ({ ...plan, ...made.get(plan.row) }))
    const outcome = await getImportStore().start(record, plans, { changes, running })
    if (outcome === 'running') throw new DeskError('too_many_imports', { values: { max: running } })
    if (outcome === 'touched') throw new DeskError('import_moved_on')
  })
  const logged = { user: actor.id, create, update }
  startJob(IMPORTS, { ...record, ...changes }, { client, logged })
}

/**
 * Plans each checked row for the start: creates new employees, applies the requested changes, and records for all
 * others why they are not sent.
 */
function planRows(
  rows: readonly CheckedRow[],
  { create, update_rows }: Pick<ImportStart, 'create' | 'update_rows'>,
): ImportPlan {
  const wanted = update_rows === 'all' ? null : new Set(update_rows)
  const isWanted = (checked: CheckedRow) => wanted?.has(checked.row) ?? !isQuestion(checked)
  const plans = rows.map((checked): RowPlan => {
    const { row, kind, problems, input, update, employee_id = null } = checked
    // The employee of a collision counts as another person, whatever else is wrong with the row.
    const collides = kind === 'conflict' || problems.some(({ code }) => code === 'taken_by_other')
    const plan = { row, problems, employee_id: collides ? null : employee_id }
    if (kind === 'new' && create && input) return { ...plan, outcome: 'waiting', task: 'create', input }
    if (kind === 'different' && update && employee_id !== null && isWanted(checked))
      return { ...plan, outcome: 'waiting', task: 'update', input: { ...update, from: toFrom(checked) } }
    const reasons = problems.filter(({ warning }) => !warning)
    const outcome = kind === 'equal' ? 'unchanged' : 'not_sent'
    return { ...plan, problems: reasons, outcome, task: null, input: null }
  })
  const count = (task: RowPlan['task']) => plans.filter(plan => plan.task === task).length
  const sent = rows.filter((_, index) => plans[index]?.task)
  return { rows: plans, create: count('create'), update: count('update'), digest: digestPlan(sent) }
}

/**
 * Excluding a row does not resolve an unknown outcome. A row that the service refused stays refused until the user
 * corrects or excludes it.
 */
function isPlanned(open: readonly ImportRowRecord[]): (checked: CheckedRow) => boolean {
  const unknown = new Set(open.flatMap(({ row, outcome }) => (outcome === 'unknown' ? [row] : [])))
  const refused = new Set(open.flatMap(of => (listRefusals(toImportRow(of)).length > 0 ? [of.row] : [])))
  return ({ row, kind }) => (kind === 'excluded' ? !unknown.has(row) : kind === 'equal' || !refused.has(row))
}

type Made = { checked: readonly CheckedRow[]; open: readonly ImportRowRecord[]; people: readonly Employee[] }

/**
 * Finds rows whose last call had an unknown outcome and whose employees now match the row: that call did arrive.
 * Returns the outcome by row.
 */
async function listMade(id: string, { checked, open, people }: Made): Promise<Map<number, RowResult>> {
  const equal = new Map(
    checked.flatMap(({ row, kind, employee_id }) => (kind === 'equal' ? [[row, employee_id]] : [])),
  )
  const numbers = new Map(people.map(({ id: of, mitarbeiternummer }) => [of, mitarbeiternummer]))
  const found = open.flatMap(({ row, outcome, employee_id: changed }) => {
    const employee_id = equal.get(row)
    if (outcome !== 'unknown' || employee_id === undefined) return []
    return [
      { row, isNew: changed === null, employee_id, mitarbeiternummer: numbers.get(employee_id) ?? null },
    ]
  })
  const made = found.flatMap(({ isNew, employee_id }) => (isNew ? [employee_id] : []))
  const created = (await getImportStore().isClaimed(id, made)) ? 'already_there' : 'created'
  return new Map(
    found.map(({ isNew, ...result }) => [result.row, { ...result, outcome: isNew ? created : 'updated' }]),
  )
}

/** The values that the user saw in the changed fields: the change is sent only if they are still current. */
function toFrom({ changes = {} }: CheckedRow): Partial<Record<ImportField, string>> {
  return Object.fromEntries(Object.entries(changes).map(([field, { from }]) => [field, from]))
}
