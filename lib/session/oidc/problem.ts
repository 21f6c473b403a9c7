import 'server-only'
import { getRequestId } from '#lib/http/request-id.ts'
import { log } from '#lib/log.ts'
import { singleton } from '#lib/singleton.ts'
import { type SignOnDetail, SignOnError } from './sign-on-error.ts'

const WINDOW_MS = 60_000
const LINES_A_WINDOW = 20

/** Whatever went wrong, as one of the few things that a person is told. */
export function toSignOnError(thrown: unknown): SignOnError {
  return thrown instanceof SignOnError ? thrown : new SignOnError('sso_unreachable', 'desk_failed')
}

/** For the operator: a word of ours about why, and never what the provider or the browser sent. */
export function logSignOnProblem({ problem, detail, status }: SignOnError, request: Request): void {
  if (!hasRoom(detail)) return
  const fields = { problem, detail, request: getRequestId(request), ...(status && { status }) }
  log(problem === 'sso_unreachable' ? 'error' : 'warn', 'sso_failed', fields)
}

/** Failing takes no account, so each kind has few lines a minute: nobody can fill the log from outside. */
function hasRoom(detail: SignOnDetail): boolean {
  const windows = singleton(
    'sso-failed-lines',
    () => new Map<SignOnDetail, { until: number; lines: number }>(),
  )
  const now = Date.now()
  const known = windows.get(detail)
  const current = known && now < known.until ? known : { until: now + WINDOW_MS, lines: 0 }
  windows.set(detail, { ...current, lines: current.lines + 1 })
  return current.lines < LINES_A_WINDOW
}
