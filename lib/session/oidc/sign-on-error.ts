import 'server-only'
import type { SignOnProblem } from '#lib/contracts/session.ts'
import { getRequestId } from '#lib/http/request-id.ts'
import { logSome } from '#lib/log-some.ts'

const LINES_A_MINUTE = 20

/** Words for the operator's log. The provider's own texts and values never get there. */
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

/** A sign-on that ended: what the person is told, and a word about why for the log. */
export class SignOnError extends Error {
  override name = 'SignOnError'
  readonly problem: SignOnProblem
  readonly detail: SignOnDetail
  readonly status: number | undefined
  /** Who may do nothing here any more. */
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

/** Whatever went wrong, as one of the few things that a person is told. */
export function toSignOnError(thrown: unknown): SignOnError {
  return thrown instanceof SignOnError ? thrown : new SignOnError('sso_unreachable', 'desk_failed')
}

/**
 * For the operator: a word of ours about why, and never what the provider or the browser sent. Failing takes no account, so each kind
 * has few lines a minute.
 */
export function logSignOnProblem({ problem, detail, status }: SignOnError, request: Request): void {
  logSome(problem === 'sso_unreachable' ? 'error' : 'warn', 'sso_failed', {
    kind: { problem, detail },
    most: LINES_A_MINUTE,
    fields: { request: getRequestId(request), ...(status && { status }) },
  })
}
