import { DeskError, type FieldErrors } from '#lib/errors.ts'
import { type ErrorSaying, readErrorBody } from './error-body.ts'

/** The form of an error body. Only `data` certainly comes from the service itself. */
export type BodyForm = 'data' | 'html' | 'text' | 'nothing'

type ErrorResponse = {
  /** Method and address without its ids: `POST projects/{id}/employees`. */
  call: string
  status: number
  form: BodyForm
  /** The parsed body, when the form is `data`. */
  body: unknown
}

const CREATE = 'POST projects/{id}/employees'
const PHOTO = 'GET employees/{id}/photo'
const PROJECTS = 'GET projects'

/** Maps an error answer of the service to the desk's error (specification section 7). */
export function toServiceError(answer: ErrorResponse): DeskError {
  const { call, status, body } = answer
  const said = readErrorBody(body)
  if (isByGateway(answer)) return new DeskError('gateway_answered', { answered: true })
  if (isForeign(answer)) return new DeskError('bad_service_answer', { answered: true })
  // The list of projects has no 404 (section 4): the base address leads nowhere, or elsewhere.
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

/** True when a gateway reports that it cannot reach the service: with a page of its own, or with 511 (RFC 6585). */
function isByGateway({ status, form }: ErrorResponse): boolean {
  if (status === 511) return true
  const isGatewayStatus = [502, 503, 504].includes(status) || (status >= 520 && status <= 530)
  return isGatewayStatus && (form === 'html' || form === 'text')
}

/**
 * True for a web page, which is no answer of the service (specification section 4). Its 401 or 403 says nothing about
 * the key, and its 404 nothing about the employee: it may come from a firewall, for example. An empty or plain-text
 * body may be the service's.
 */
function isForeign({ status, form }: ErrorResponse): boolean {
  return [401, 403, 404].includes(status) && form === 'html'
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/**
 * Maps a 409. A create may get it "while numbers are assigned" (section 7), and is then sent again. A message alone is
 * no refusal, because many services add one to every error. A 409 with reasons is a refusal, and so is a 409 of any
 * other call.
 */
function toConflict(call: string, said: ErrorSaying): DeskError {
  const errors = hasReasons(said) ? said.errors : toTaken(said)
  if (errors || call !== CREATE) return toRefusal(409, { ...said, errors: errors ?? {} })
  return new DeskError('conflict', { sentence: toSentence(said), answered: true })
}

/** Reads a refusal from a code such as `email_taken`. A code that only names the number may be the conflict itself. */
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

/**
 * Joins the message and the reasons that belong to no field. Without either, returns the first field's reason, so that
 * the error is not silent.
 */
function toSentence({ sentence, reasons, errors }: ErrorSaying): string | undefined {
  const rest = reasons.filter(reason => !sentence?.includes(reason))
  return [sentence, ...rest].filter(Boolean).join(' ') || Object.values(errors)[0]?.[0]
}
