import { getBearerKey } from '../api/admit.ts'
import type { SandboxContext } from '../context.ts'
import { ConnectionDropped } from '../faults/connection-dropped.ts'
import { respondWithFault } from '../faults/respond-with-fault.ts'
import { followBody } from '../journal/follow-body.ts'
import type { JournalEntry } from '../journal/journal.ts'

type Circumstances = {
  context: SandboxContext
  /** The path below `/api/v1`, with the query. */
  path: string
  /** The normal answer of the service. */
  work: () => Promise<Response>
  closing: AbortSignal
}

/** Answers one request to the API, records it in the journal, and applies a pending fault. */
export async function respond(
  request: Request,
  { context, path, work, closing }: Circumstances,
): Promise<Response> {
  const { store, faults, journal } = context
  const body = faults.readsBodies() ? await request.clone().text() : ''
  const fault = faults.take({ method: request.method, path, body })
  const key = getBearerKey(store.state, request.headers.get('authorization'))
  const start = { key_id: key?.id ?? null, method: request.method, path, fault: fault?.id ?? null }
  const entry = journal.open(start)
  request.signal.addEventListener('abort', () => journal.close(entry, 'aborted'), { once: true })
  const ends = { left: AbortSignal.any([request.signal, closing]), cleared: faults.cleared }
  try {
    const answer = await (fault ? respondWithFault(fault.answer, work, ends) : work())
    entry.status = answer.status
    const isLimited = answer.status === 429 && fault === null
    return await followBody(answer, {
      onEnd: () => journal.close(entry, isLimited ? 'limited' : endOf(fault?.answer)),
      onCancel: () => journal.close(entry, 'aborted'),
      onError: () => journal.close(entry, 'cut'),
    })
  } catch (error) {
    journal.close(entry, error instanceof ConnectionDropped ? 'dropped' : 'aborted')
    throw error
  }
}

function endOf(fault: { kind: string } | undefined): NonNullable<JournalEntry['outcome']> {
  return fault?.kind === 'cut' ? 'cut' : 'answered'
}
