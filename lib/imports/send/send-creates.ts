import 'server-only'
import { createEmployeesRecorded } from '#lib/employees/recorded-writes.ts'
import { findRoster, loadRoster } from '#lib/employees/roster.ts'
import { DeskError } from '#lib/errors.ts'
import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/contract.ts'
import type { CreateTask, RowResult } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { afterSuccess } from './bisect.ts'
import { toRowProblems, toSingleProblems } from './refusal.ts'
import { findAlreadyThere, requireOwn, toCreated, toRefused } from './resolve-taken.ts'
import type { RunningImport } from './running-import.ts'

/** Creates up to 200 employees in one call. Handles a refusal; throws every other error. */
export async function sendCreates(run: RunningImport, taken: CreateTask[], inDoubt: boolean): Promise<void> {
  const { row: record, signal } = run
  const tasks = inDoubt ? taken : await settleKnown(run, taken)
  if (tasks.length === 0) return
  try {
    const created = await createEmployeesRecorded(record.project_id, {
      client: run.client,
      actor: { id: record.owner_id, email: record.owner_email },
      input: tasks.map(({ input }) => input),
      options: {
        ...{ lane: 'background', recall: signal, inDoubt },
        requireOwn: found => requireOwn(record.id, found),
      },
      bulk: { id: record.id, kind: 'import' },
    })
    await getImportStore().settle(record.id, toCreated(tasks, created))
    run.chunkSize = Math.min(EMPLOYEES_PER_CREATE, run.chunkSize * 2)
    run.bisection = afterSuccess(run.bisection)
  } catch (error) {
    if (!(error instanceof DeskError) || error.code !== 'invalid') throw error
    await getImportStore().putBack(record.id)
    await settleRefused(run, tasks, error)
  }
}

/** Settles rows whose employees the desk already has cached, which costs no call; the service has the last word. */
async function settleKnown(run: RunningImport, tasks: CreateTask[]): Promise<CreateTask[]> {
  const people = findRoster(run.client, run.row.project_id)
  const there = people ? findAlreadyThere(tasks, people) : []
  if (there.length > 0) await getImportStore().settle(run.row.id, there)
  return without(tasks, there)
}

/**
 * All or nothing (section 4): the call created no employee. Rows named in the error get the reason; the others are sent
 * again.
 */
async function settleRefused(run: RunningImport, tasks: CreateTask[], error: DeskError): Promise<void> {
  const named = toRowProblems(error.errors ?? {}, tasks.length)
  if (named.size === 0 && tasks.length > 1) {
    // The service does not name the rows: halve the call until only one row remains.
    run.chunkSize = Math.ceil(tasks.length / 2)
    return
  }
  if (named.size === 0) named.set(0, toSingleProblems(error.errors ?? {}, error.sentence))
  const refused = tasks.flatMap((task, index) => {
    const problems = named.get(index)
    return problems ? [{ task, problems }] : []
  })
  const isTaken = [...named.values()]
    .flat()
    .some(({ field }) => field === 'email' || field === 'mitarbeiternummer')
  const people = isTaken
    ? await loadRoster(run.client, run.row.project_id, { maxAgeMs: 0, lane: 'background' })
    : []
  const there = findAlreadyThere(
    refused.map(({ task }) => task),
    people,
  )
  const rest = new Set(
    without(
      refused.map(({ task }) => task),
      there,
    ),
  )
  await getImportStore().settle(run.row.id, [
    ...there,
    ...toRefused(
      refused.filter(({ task }) => rest.has(task)),
      people,
    ),
  ])
}

function without(tasks: CreateTask[], settled: RowResult[]): CreateTask[] {
  const rows = new Set(settled.map(({ row }) => row))
  return tasks.filter(({ row }) => !rows.has(row))
}
