/** Errors of destinations: `deliveries.errors.<code>` in the texts. */
export const DESTINATION_ERRORS = [
  /** The server did not answer, or the connection broke. */
  'unreachable',
  /** The server is not the trusted one: it has another host key, or a certificate without a trusted issuer. */
  'not_trusted',
  /** The server does not know the user, or rejects these credentials. */
  'sign_in_refused',
  /** Signed in, but without permission for this call. */
  'not_allowed',
  /** Signed in, but unable to read whether a photo is there. */
  'not_readable',
  /** This server cannot write and names another one (a read-only replica). */
  'refers_elsewhere',
  /** The photo was deleted, and the destination still shows it. */
  'still_there',
  /** The place for the photos does not exist. */
  'no_such_place',
  'full',
  'read_only',
  /** The server answers with an error of its own. */
  'broken',
  /** The server asks to wait. */
  'throttled',
  /** The destination has no person, or more than one, with this number or e-mail address. */
  'nobody_found',
  'several_found',
  /** The person lacks the number or e-mail address by which the destination finds people. */
  'no_address',
  'too_large',
  /** The destination does not accept what it was given, or did something that it must not. */
  'refused',
  /** Another photo is there now, and only a person can tell whose it is. */
  'changed_there',
  /** The photo is no longer there, and it is unknown where it went. */
  'gone_there',
  /** A file of this name is there that the desk has not put there. */
  'file_there',
  /** The person has a photo there that the desk has not put there. */
  'photo_there',
  /** A list of files is there that the desk has not written. */
  'list_there',
  /** The input of an administrator cannot be right: a filter without its brackets, a key in no known form. */
  'wrong_settings',
  /** The operator has switched this kind of destination off, or does not allow this folder or address. */
  'not_offered',
] as const
export type DestinationErrorCode = (typeof DESTINATION_ERRORS)[number]

export function isDestinationErrorCode(code: string | null): code is DestinationErrorCode {
  return DESTINATION_ERRORS.some(known => known === code)
}
