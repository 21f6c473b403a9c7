import { hasWideText } from './bytes.ts'
import type { ReadProblem } from './read-error.ts'

/**
 * What is in an OLE container ([MS-CFB]), by the names in its directory. Office wraps a file with a password into one;
 * before 2007 all its programs used it.
 */
export function nameOle(bytes: Uint8Array): ReadProblem {
  if (hasWideText(bytes, 'EncryptedPackage')) return 'password_protected'
  if (hasWideText(bytes, 'WordDocument')) return 'word_processor'
  return hasWideText(bytes, 'Workbook') || hasWideText(bytes, 'Book') ? 'other_spreadsheet' : 'not_a_table'
}
