import 'server-only'
import type { SignOnProblem } from '#lib/contracts/session.ts'
import { getRequestId } from '#lib/http/request-id.ts'
import { logSome } from '#lib/log-some.ts'

const LINES_A_MINUTE = 20

/** Words for the operator's log. The provider's own texts and values are never logged. */
type SignOnDetail =
  | 'no_answer'
  | 'proxy_refused'
  | 'redirected'
  | 'too_large'
  | 'not_json'
  | 'bad_status'
  | 'bad_document'
  | 'other_issuer'
  | 'said_no'
  | 'given_twice'
  | 'not_begun'
  | 'desk_failed'
  | 'wrong_state'
  | 'wrong_iss'
  | 'no_code'
  | 'code_refused'
  | 'no_id_token'
  | 'bad_id_token'
  | 'wrong_nonce'
  | 'wrong_audience'
  | 'wrong_access_token'
  | 'other_subject'
  | 'no_identity'
  | 'no_role'
  | 'account_disabled'

/** A sign-on that failed: the problem shown to the user, and a detail for the log. */
export class SignOnError extends Error {
  override name = 'SignOnError'
  readonly problem: SignOnProblem
  readonly detail: SignOnDetail
  readonly status: number | undefined
  /** The account that may no longer do anything here. */
  readonly accountId: string | undefined

  constructor(
    problem: SignOnProblem,
    detail: SignOnDetail,
    { status, accountId }: { status?: number; accountId?: string | undefined } = {},
  ) {
    super(detail)
    this.problem = problem
    this.detail = detail
    this.status = status
    this.accountId = accountId
  }
}

/** Returns anything thrown as one of the few problems that are shown to a user. */
export function toSignOnError(thrown: unknown): SignOnError {
  return thrown instanceof SignOnError ? thrown : new SignOnError('sso_unreachable', 'desk_failed')
}

/**
 * Logs a detail for the operator, and never what the provider or the browser sent. Failing needs no account, so each
 * kind is limited to a few lines a minute.
 */
export function logSignOnProblem({ problem, detail, status }: SignOnError, request: Request): void {
  logSome(problem === 'sso_unreachable' ? 'error' : 'warn', 'sso_failed', {
    kind: { problem, detail },
    most: LINES_A_MINUTE,
    fields: { request: getRequestId(request), ...(status && { status }) },
  })
}
