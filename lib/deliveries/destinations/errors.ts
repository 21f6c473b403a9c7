/** What went wrong, in a word: `deliveries.errors.<code>` in the texts. */
export const DESTINATION_ERRORS = [
  /** Nobody answered, or the connection broke. */
  'unreachable',
  /** It is not whom we met first: another host key, or a certificate that nobody vouches for. */
  'not_trusted',
  /** It does not know the user, or not with these credentials. */
  'sign_in_refused',
  /** Signed in, but not allowed to do this. */
  'not_allowed',
  /** Signed in, but whether a photo is there cannot be read. */
  'not_readable',
  /** This server cannot write and names another one (a read-only replica). */
  'refers_elsewhere',
  /** The photo was deleted, and the destination still shows it. */
  'still_there',
  /** The place where the photos shall lie is not there. */
  'no_such_place',
  'full',
  'read_only',
  /** It answers, but with a fault of its own. */
  'broken',
  /** It asks to wait. */
  'throttled',
  /** It knows nobody by this number or e-mail address, or more than one. */
  'nobody_found',
  'several_found',
  /** We do not know the number or e-mail address by which it knows people. */
  'no_address',
  'too_large',
  /** It does not take what it was given, or did something that it must not. */
  'refused',
  /** Somebody has put another photo there, and only a person can tell whose it is. */
  'changed_there',
  /** It does not lie there any more, and nobody knows where it went. */
  'gone_there',
  /** A file of this name lies there that the desk has not put there. */
  'file_there',
  /** The person has a photo there that the desk has not put there. */
  'photo_there',
  /** The same of the list of what lies there. */
  'list_there',
  /** What an administrator has typed cannot be meant so: a filter without its brackets, a key in no known form. */
  'wrong_settings',
  /** The operator has switched this kind of destination off, or does not allow this folder or address. */
  'not_offered',
] as const
export type DestinationErrorCode = (typeof DESTINATION_ERRORS)[number]

export function isDestinationErrorCode(code: string | null): code is DestinationErrorCode {
  return DESTINATION_ERRORS.some(known => known === code)
}
