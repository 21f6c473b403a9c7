import { DeskError, type FieldErrors } from '#lib/errors.ts'
import { type ErrorSaying, readErrorBody } from './error-body.ts'

/** What an error answer came as. Only `data` was certainly written by the service itself. */
export type BodyForm = 'data' | 'html' | 'text' | 'nothing'

export type ErrorResponse = {
  /** Method and address without its ids: `POST projects/{id}/employees`. */
  call: string
  status: number
  form: BodyForm
  /** What it says, when it is `data`. */
  body: unknown
}

const CREATE = 'POST projects/{id}/employees'
const PHOTO = 'GET employees/{id}/photo'
const PROJECTS = 'GET projects'

/** What an error answer of the service means for the desk (specification section 7). */
export function toServiceError(answer: ErrorResponse): DeskError {
  const { call, status, body } = answer
  const said = readErrorBody(body)
  if (isByGateway(answer)) return new DeskError('gateway_answered', { answered: true })
  if (isForeign(answer)) return new DeskError('bad_service_answer', { answered: true })
  // Of the projects nobody is unknown (section 4): it is the address that leads nowhere, or elsewhere.
  if (isRedirect(status) || (status === 404 && call === PROJECTS))
    return new DeskError('service_moved', { answered: true })
  switch (status) {
    case 401:
      return new DeskError('key_rejected')
    case 403:
      return new DeskError('no_api_access')
    case 404:
      return new DeskError(
        said.code === 'not_available' || said.code === 'unknown_size' ? said.code : 'not_found',
      )
    case 409:
      return call === PHOTO || said.code === 'not_approved'
        ? new DeskError('not_approved')
        : toConflict(call, said)
    case 422:
      return toRefusal(status, said)
    case 400:
      if (toSentence(said)) return toRefusal(status, said)
  }
  return new DeskError(status >= 500 ? 'service_unreachable' : 'bad_service_answer', { answered: true })
}

/** A gateway says that it does not get through to the service: with a page of its own, or as the network's (RFC 6585). */
function isByGateway({ status, form }: ErrorResponse): boolean {
  if (status === 511) return true
  const isGatewayStatus = [502, 503, 504].includes(status) || (status >= 520 && status <= 530)
  return isGatewayStatus && (form === 'html' || form === 'text')
}

/**
 * A web page is no answer of the service (specification section 4), so its 401 or 403 says nothing about the key, and its
 * 404 nothing about the person: a firewall, say, has put it there. Without a body or in plain text it may be the service's.
 */
function isForeign({ status, form }: ErrorResponse): boolean {
  return [401, 403, 404].includes(status) && form === 'html'
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/**
 * A create meets a 409 "while numbers are assigned" (section 7), which is to be sent again; a sentence alone says no more,
 * for many services put one on every error. With reasons it is a refusal, as is any 409 of another call.
 */
function toConflict(call: string, said: ErrorSaying): DeskError {
  const errors = hasReasons(said) ? said.errors : toTaken(said)
  if (errors || call !== CREATE) return toRefusal(409, { ...said, errors: errors ?? {} })
  return new DeskError('conflict', { sentence: toSentence(said), answered: true })
}

/** A code such as `email_taken` is a reason too. One that only names the number may be the conflict itself. */
function toTaken({ code, sentence }: ErrorSaying): FieldErrors | null {
  if (!code || /\s/.test(code)) return null
  const isTaken = /taken|exist|duplicate|unique/i.test(code)
  if (/mail/i.test(code)) return { email: [sentence ?? code] }
  if (isTaken && /number|nummer/i.test(code)) return { mitarbeiternummer: [sentence ?? code] }
  return isTaken ? {} : null
}

function toRefusal(status: number, said: ErrorSaying): DeskError {
  const sentence = toSentence(said)
  const { errors } = said
  return new DeskError('invalid', { status, sentence, ...(Object.keys(errors).length > 0 && { errors }) })
}

function hasReasons({ errors, reasons }: ErrorSaying): boolean {
  return reasons.length > 0 || Object.keys(errors).length > 0
}

/** The sentence, and the reasons that no field can show; without either the first reason, so that nothing is silent. */
function toSentence({ sentence, reasons, errors }: ErrorSaying): string | undefined {
  const rest = reasons.filter(reason => !sentence?.includes(reason))
  return [sentence, ...rest].filter(Boolean).join(' ') || Object.values(errors)[0]?.[0]
}
