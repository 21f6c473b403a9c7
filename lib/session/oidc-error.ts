import 'server-only'
import type { SignOnProblem } from '#lib/contracts/session.ts'

/** Words for the operator's log. The provider's own texts and values never get there. */
export type SignOnDetail =
  | 'no_answer'
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

  constructor(problem: SignOnProblem, detail: SignOnDetail, status?: number) {
    super(detail)
    this.problem = problem
    this.detail = detail
    this.status = status
  }
}
