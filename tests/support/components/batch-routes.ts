import { type Batch, batchRequestSchema, batchResponse } from '#lib/batches/contract.ts'
import { DeskError } from '#lib/errors.ts'
import { workResponse } from '#lib/work/contract.ts'
import { type Call, type DeskState, route } from './routes.ts'

const STARTED_AT = '2026-11-28T09:00:00.000Z'

/** A batch, and the language that each person had before it. */
type Run = { batch: Batch; before: Map<number, string | null> }

/** Changes to many. A batch begins with its POST, and is done when the page first waits for its end. */
export const batchRoutes = [
  route('POST /api/batches', batchResponse, (call, state) => ({ data: start(call, state) })),
  route('GET /api/batches/:batchId', batchResponse, ({ params }, state) => {
    const run = toRuns(state).find(({ batch }) => batch.id === params.batchId)
    if (!run) throw new DeskError('not_found')
    return { data: run.batch }
  }),
  route('GET /api/work', workResponse, ({ search }, state) => {
    const asked = search.get('until')?.split(' ') ?? []
    const runs = toRuns(state)
    for (const run of runs)
      if (asked.includes(run.batch.id) && run.batch.state === 'running') finish(run, state)
    return {
      data: runs.map(({ batch }) => ({ kind: 'batch', job: batch, project: state.project.name }) as const),
    }
  }),
]

const runsOf = new WeakMap<object, Run[]>()

function toRuns({ project }: DeskState): Run[] {
  const runs = runsOf.get(project) ?? []
  runsOf.set(project, runs)
  return runs
}

function start({ body }: Call, state: DeskState): Batch {
  const request = batchRequestSchema.parse(body)
  const undone = request.action === 'undo' ? findRun(state, request.batch_id) : undefined
  const ids = undone ? [...undone.before.keys()] : 'employee_ids' in request ? request.employee_ids : []
  const batch: Batch = {
    id: crypto.randomUUID(),
    owner_email: 'hanna@example.com',
    project_id: state.project.id,
    action: request.action === 'delete' ? 'delete' : 'locale',
    locale: request.action === 'locale' ? request.locale : null,
    ...{ state: 'running', pause_reason: null, total: ids.length, done: 0, already: 0, failed: 0, gone: 0 },
    ...{ undoable: 0, undoes: undone?.batch.id ?? null, eta_seconds: null, results: [] },
    ...{ created_at: STARTED_AT, ended_at: null },
  }
  batch.results = ids.flatMap(id => {
    const person = state.people.find(other => other.id === id)
    if (!person) return []
    const { mitarbeiternummer, first_name, last_name } = person
    const name = `${first_name} ${last_name}`
    return { employee_id: id, name, mitarbeiternummer, outcome: 'waiting' as const, error: null }
  })
  toRuns(state).unshift({ batch, before: new Map(undone?.before) })
  return { ...batch, results: [] }
}

function findRun(state: DeskState, id: string): Run {
  const run = toRuns(state).find(({ batch }) => batch.id === id)
  if (!run) throw new DeskError('not_found')
  return run
}

function finish(run: Run, state: DeskState): void {
  const { batch, before } = run
  const had = batch.undoes ? new Map(before) : null
  before.clear()
  for (const result of batch.results) {
    const person = state.people.find(({ id }) => id === result.employee_id)
    const locale = had?.get(result.employee_id) ?? batch.locale
    if (!person || state.protected.has(person.id)) {
      Object.assign(result, { outcome: 'failed', error: 'invalid' })
      batch.failed += 1
    } else if (batch.action === 'locale' && person.locale === locale) {
      result.outcome = 'already'
      batch.already += 1
      batch.done += 1
    } else {
      if (batch.action === 'delete') state.people = state.people.filter(other => other !== person)
      else {
        before.set(person.id, person.locale)
        state.people = state.people.map(other => (other === person ? { ...person, locale } : other))
      }
      result.outcome = 'done'
      batch.done += 1
    }
  }
  const undoable = batch.undoes || batch.action === 'delete' ? 0 : before.size
  Object.assign(batch, { state: 'done', undoable, eta_seconds: 0, ended_at: STARTED_AT })
}
